// The edit distance between two words.
#pragma once

#include <cstddef>
#include <limits>
#include <string_view>

namespace core {

// A longer word is far from every other.
inline constexpr std::size_t kLongestWord = 40;
inline constexpr unsigned kFar = std::numeric_limits<unsigned>::max();

// How many letters are to be added, left out, replaced or swapped with the next one to make one
// word of the other; kFar if one of them has more than kLongestWord bytes.
unsigned edit_distance(std::string_view a, std::string_view b);

}  // namespace core
