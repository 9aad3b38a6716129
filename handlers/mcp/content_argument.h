// The content that a tool is given, by an argument named after its template: markdown, chart, …
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/artifact/template.h"
#include "core/input/json_field_reader.h"
#include "core/json/json_object.h"
#include "core/result.h"

namespace handlers::mcp {

struct ContentArgument {
  core::Template content_template = core::Template::markdown;
  std::string content;  // a JSON object
};

// Nothing if none is given. A text stands for the template's text member. Errors: invalid_request
// for more than one, invalid_content for anything that is neither an object nor such a text.
core::Result<std::optional<ContentArgument>> read_content_argument(
    const core::JsonObject& arguments);

// An error with the content or the template as the argument that it was given by.
core::Error as_argument(core::Error error, const std::optional<ContentArgument>& content);

// The arguments as the fields of an artifact, with `template` and `content` from the argument that
// has the content. What it is given outlives it.
class ArtifactFields : public core::JsonFieldReader {
 public:
  ArtifactFields(const core::JsonObject& arguments, const std::optional<ContentArgument>& content)
      : JsonFieldReader(arguments), content_(content) {}

  bool is_given(std::string_view name) const override;
  std::optional<std::string> object(std::string_view name, core::ErrorCode wrong_type) override;

 protected:
  std::optional<std::string> word(std::string_view name) const override;

 private:
  const std::optional<ContentArgument>& content_;
};

}  // namespace handlers::mcp
