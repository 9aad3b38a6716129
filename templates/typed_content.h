// The functions of a TemplateDefinition for a template that reads its content into its own type:
// `read` returns a core::Result<std::optional<T>>, nothing if there is nothing to show, and `use`
// receives a const T&.
#pragma once

#include <optional>
#include <string>

#include "core/artifact/remote_images.h"
#include "core/error.h"
#include "core/json/json_tree.h"
#include "templates/rendered_content.h"

namespace templates {

template <auto read>
std::optional<core::Error> check_by(core::JsonValue content) {
  const auto outcome = read(content);
  return outcome ? std::nullopt : std::optional(outcome.error());
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
