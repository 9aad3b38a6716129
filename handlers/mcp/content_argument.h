// The content in a tool's arguments, under the name of its template: markdown, chart, …
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/artifact/template.h"
#include "core/input/json_field_reader.h"
#include "core/json/json_object.h"
#include "core/result.h"
#include "core/warning.h"

namespace handlers::mcp {

struct ContentArgument {
  core::Template content_template = core::Template::markdown;
  std::string content;  // a JSON object
  // The member of it that a string stood for; empty if the argument was all of it.
  std::string_view text_member = {};
  std::vector<core::Warning> warnings = {};  // about the way in which it was given
};

bool has_content_argument(const core::JsonObject& arguments);

// Nothing if there is none. A string is the value of the template's text member, unless it has the
// content as JSON (content_text.h). Errors: invalid_request for more than one, invalid_content for
// what is no content of the template.
core::Result<std::optional<ContentArgument>> read_content_argument(
    const core::JsonObject& arguments);

// invalid_content for content of which the page could show nothing, an empty text too: a model can
// correct that before somebody sees it, and may have given it for an argument that it does not use.
// The API takes it, with a warning.
std::optional<core::Error> refuse_without_effect(const std::optional<ContentArgument>& content);

// Replaces the field `content` or `template`, of an error with its others or of warnings, by the
// name of the argument. The argument's own warnings come last.
core::Error as_argument(core::Error error, const std::optional<ContentArgument>& content);
std::vector<core::Warning> as_argument(std::vector<core::Warning> warnings,
                                       const std::optional<ContentArgument>& content);

// The arguments as the fields of an artifact; `template` and `content` come from the content
// argument. Everything it refers to must outlive it.
class ArtifactFields : public core::JsonFieldReader {
 public:
  ArtifactFields(const core::JsonObject& arguments, const std::optional<ContentArgument>& content)
      : JsonFieldReader(arguments), content_(content) {}

  bool is_given(std::string_view name) const override;
  bool has_value(std::string_view name) const override;
  std::optional<std::string> object(std::string_view name, core::ErrorCode wrong_type) override;

 protected:
  std::optional<std::string> word(std::string_view name) const override;

 private:
  const std::optional<ContentArgument>& content_;
};

}  // namespace handlers::mcp
