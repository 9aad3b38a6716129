// Content that a model has written into a string: CSV or a document, JSON, or either in a fence as
// Markdown has it.
#pragma once

#include <string>
#include <string_view>

#include "core/error.h"
#include "core/text/json.h"
#include "templates/registry.h"

namespace handlers::mcp {

struct ContentText {
  core::JsonTree content;  // an object
  // The member of it that the text stands for; empty if the text is the content as JSON.
  std::string_view member = {};
  bool was_encoded_twice = false;  // the argument was a JSON string in a JSON string
};

// The content that the value of the argument of this name stands for. A table or chart in a string
// that begins as JSON does is JSON, and a fence around it is no part of it. Any other template's
// string is JSON only if that is valid, and has content: a document may begin with "[". Errors:
// invalid_content, with the field.
core::Result<ContentText> read_content_value(std::string_view argument, const core::JsonTree& value,
                                             const templates::TemplateDefinition& definition);

}  // namespace handlers::mcp
