// Characters that cannot be seen, or turn the direction of text.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace core {

// The bytes of such a character with which `text` begins, as UTF-8: a format control, a filler or a
// variation selector of Unicode. 0 if it begins with another one.
std::size_t invisible_length(std::string_view text);

// Whether `text` has nothing but these, and spaces.
bool is_blank(std::string_view text);

// The first of these that a name must not have, by its number: "U+202E". Joiners between characters
// beyond ASCII, and variation selectors after them, are part of words and emoji.
std::optional<std::string> hidden_character(std::string_view name);

// The name as it is shown, with "[U+202E]" for each of those.
std::string with_hidden_characters_shown(std::string_view name);

}  // namespace core
