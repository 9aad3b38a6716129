// The content of a markdown artifact: its text, in a string member with one of these names:
// text|markdown|body|content|md|source.
#pragma once

#include <optional>

#include "core/error.h"
#include "core/json/json_tree.h"

namespace templates {

// The member with the text; nothing if none of them is a string.
std::optional<core::JsonValue> find_markdown_text(const core::JsonValue& content);

// Returns invalid_content if there are members with these names but none is a string.
std::optional<core::Error> check_markdown_content(const core::JsonValue& content);

}  // namespace templates
