#include "templates/markdown/named_texts/emoji.h"

#include <algorithm>
#include <cstdint>

#include "templates/markdown/named_texts/named_texts.h"

namespace templates {
namespace {

#include "templates/markdown/named_texts/emoji.inc"

constexpr NamedTexts kEmoji(kEmojiTexts, kEmojiEnds);
static_assert(kEmoji.is_sorted());

constexpr std::size_t longest_name() {
  std::size_t longest = 0;
  for (std::size_t i = 0; i < kEmoji.size(); ++i)
    longest = std::max(longest, kEmoji.name(i).size());
  return longest;
}
static_assert(longest_name() == kLongestEmojiName);

}  // namespace

std::string_view emoji_named(std::string_view name) { return kEmoji.find(name); }

}  // namespace templates
