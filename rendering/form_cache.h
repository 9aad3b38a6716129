// FormCache: the forms of artifacts for programs: JSON (the content alone), and text.
#pragma once

#include <string>
#include <utility>

#include "rendering/version_cache.h"

namespace rendering {

// Text is what the artifact's template has as its text form, and raw text the same without what
// protects people who open it in a spreadsheet (templates/template_definition.h).
enum class Form { json, text, raw_text };

struct FormText {
  std::string text;
  bool exists = true;  // false if the content has no such form

  std::size_t bytes() const { return sizeof *this + text.size(); }
};

class FormCache : public VersionCache<FormText, std::pair<core::ArtifactId, Form>> {
 public:
  explicit FormCache(std::size_t maximum_bytes) : VersionCache(maximum_bytes, maximum_bytes / 2) {}
};

}  // namespace rendering
