// How far a word is from another.
#pragma once

#include <cstddef>
#include <string_view>

namespace core {

// Words that are longer are compared with nothing.
inline constexpr std::size_t kLongestWord = 20;

// How many letters are to be added, left out, replaced or swapped with the next one to make one
// word of the other. Both have at most kLongestWord bytes.
unsigned edit_distance(std::string_view a, std::string_view b);

}  // namespace core
