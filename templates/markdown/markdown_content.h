// The content of a markdown artifact: its text, in a string member with one of these names:
// text|markdown|body|content|md|source.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "core/error.h"
#include "core/json/json_tree.h"
#include "core/warning.h"

namespace templates {

inline constexpr std::array<std::string_view, 6> kMarkdownTextNames{
    "text", "markdown", "body", "content", "md", "source"};

// The member with the text; nothing if none of them is a string.
std::optional<core::JsonValue> find_markdown_text(const core::JsonValue& content);

// Returns invalid_content if there are members with these names but none is a string.
std::optional<core::Error> check_markdown_content(const core::JsonValue& content);

// The document in a text that is one fence around it, as models send it: "```markdown", the
// document, "```". Nothing for other texts: also where the fence ends before the text does. Blocks
// of code within the document may have fences of the same length. Linear in the length of the text.
std::optional<std::string_view> document_in_fence(std::string_view text);

// The document in such a text, or the text itself.
std::string document_in(std::string text);

// That the text in `field` is such a one.
core::Warning fenced_document(std::string_view field);

}  // namespace templates
