// Emoji by their GitHub short names: `:tada:`.
#pragma once

#include <cstddef>
#include <string_view>

namespace templates {

// The length of the longest name.
inline constexpr std::size_t kLongestEmojiName = 40;

// The emoji with this name (without colons); empty if there is none.
std::string_view emoji_named(std::string_view name);

}  // namespace templates
