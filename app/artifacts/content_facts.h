// What is stored beside content, of what its template found in it.
#pragma once

#include "core/artifact/artifact.h"
#include "templates/template_definition.h"

namespace app {

inline core::ContentFacts facts_of(const templates::ContentFindings& findings) {
  core::ContentFacts facts{.first_heading = findings.first_heading, .pdf = std::nullopt};
  if (findings.makes_pdf) facts.pdf = core::PdfState{core::PdfProgress::rendering, {}};
  return facts;
}

}  // namespace app
