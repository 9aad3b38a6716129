// The content of a markdown artifact: its text, in a string by one of the names that clients send:
// text|markdown|body|content|md|source.
#pragma once

#include <optional>

#include "core/error.h"
#include "core/json/json_tree.h"

namespace templates {

// The member that holds the text; nothing if there is none that is a string.
std::optional<core::JsonValue> find_markdown_text(const core::JsonValue& content);

// An invalid_content where there are members of these names, but none of them is a string.
std::optional<core::Error> check_markdown_content(const core::JsonValue& content);

}  // namespace templates
