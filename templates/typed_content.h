// The functions of a TemplateDefinition for a template that reads its content into its own type:
// `read` returns a core::Result<std::optional<T>>, nothing if there is nothing to show, and `use`
// receives a const T&. `examine` adds to the findings about what `read` returned.
#pragma once

#include <optional>
#include <string>

#include "core/artifact/remote_images.h"
#include "core/json/json_tree.h"
#include "core/result.h"
#include "templates/rendered_content.h"
#include "templates/template_definition.h"

namespace templates {

template <auto read, auto examine>
core::Result<ContentFindings> check_by(core::JsonValue content) {
  const auto outcome = read(content);
  if (!outcome) return outcome.error();
  ContentFindings findings;
  findings.is_shown = outcome->has_value();
  if (*outcome) examine(**outcome, findings);
  return findings;
}

template <auto read, auto use>
std::optional<RenderedContent> render_by(core::JsonValue content, core::RemoteImages) {
  const auto outcome = read(content);
  return outcome && *outcome ? std::optional(use(**outcome)) : std::nullopt;
}

template <auto read, auto use>
std::optional<std::string> write_by(core::JsonValue content) {
  const auto outcome = read(content);
  return outcome && *outcome ? std::optional(use(**outcome)) : std::nullopt;
}

}  // namespace templates
