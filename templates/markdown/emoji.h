// Emoji by their short names, as GitHub's Markdown has them: `:tada:`.
#pragma once

#include <cstddef>
#include <string_view>

namespace templates {

// No name is longer than that.
inline constexpr std::size_t kLongestEmojiName = 40;

// The emoji with this name (without the colons); empty if there is none.
std::string_view emoji_named(std::string_view name);

}  // namespace templates
