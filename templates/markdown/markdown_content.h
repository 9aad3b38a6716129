// The content of a markdown artifact: its text, in a string member with one of these names:
// text|markdown|body|content|md|source.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "core/error.h"
#include "core/json/json_tree.h"

namespace templates {

inline constexpr std::array<std::string_view, 6> kMarkdownTextNames{
    "text", "markdown", "body", "content", "md", "source"};

// The member with the text; nothing if none of them is a string.
std::optional<core::JsonValue> find_markdown_text(const core::JsonValue& content);

// Returns invalid_content if there are members with these names but none is a string.
std::optional<core::Error> check_markdown_content(const core::JsonValue& content);

}  // namespace templates
