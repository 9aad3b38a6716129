// Characters that cannot be seen, or turn the direction of text.
#pragma once

#include <cstddef>
#include <string_view>

namespace core {

// The bytes of such a character with which `text` begins, as UTF-8: U+00AD, U+200B to U+200F,
// U+202A to U+202E, U+2060 to U+2069, U+FEFF. 0 if it begins with another one.
std::size_t invisible_length(std::string_view text);

// Whether `text` has nothing but these, and spaces.
bool is_blank(std::string_view text);

}  // namespace core
