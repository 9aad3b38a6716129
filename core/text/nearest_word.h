// The word that was probably meant by a misspelt one.
#pragma once

#include <algorithm>
#include <string_view>

#include "core/text/edit_distance.h"

namespace core {

// The one of `words` that is nearest to `given`; their end if none is near.
template <typename Words>
auto nearest_word(std::string_view given, const Words& words) {
  constexpr unsigned kNear = 2;
  const auto distance = [given](const auto& word) { return edit_distance(given, word); };
  const auto nearest = std::ranges::min_element(words, {}, distance);
  return nearest == words.end() || distance(*nearest) > kNear ? words.end() : nearest;
}

}  // namespace core
