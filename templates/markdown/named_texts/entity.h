// Character references of HTML and Markdown: `&amp;`, `&#233;`, `&#xe9;`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace templates {

// Decodes a complete reference, including & and ;, to UTF-8. Nothing if HTML does not define the
// name.
std::optional<std::string> decode_entity(std::string_view reference);

// Appends a character in UTF-8. `code_point` is at most U+10FFFF and no surrogate.
void append_utf8(std::string& text, std::uint32_t code_point);

}  // namespace templates
