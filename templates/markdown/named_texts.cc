#include "templates/markdown/named_texts.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace templates {

std::string_view NamedTexts::find(std::string_view wanted) const {
  std::size_t low = 0;
  std::size_t high = size();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    const int order = name(middle).compare(wanted);
    if (order == 0) return part(2 * middle + 1);
    if (order < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return {};
}

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

namespace {

#include "templates/markdown/named_texts/entities.inc"

constexpr NamedTexts kEntities(kEntityTexts, kEntityEnds);
static_assert(kEntities.is_sorted());

// CommonMark, 2.5: invalid code points become U+FFFD.
std::optional<std::string> decode_number(std::string_view digits, int base) {
  std::uint32_t code_point = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, problem] = std::from_chars(digits.data(), end, code_point, base);
  if (digits.empty() || stop != end) return std::nullopt;
  const bool is_character = problem == std::errc() && code_point != 0 && code_point <= 0x10ffff &&
                            (code_point < 0xd800 || code_point > 0xdfff);
  std::string text;
  append_utf8(text, is_character ? code_point : 0xfffd);
  return text;
}

}  // namespace

std::optional<std::string> decode_entity(std::string_view reference) {
  if (reference.size() < 3 || reference.front() != '&' || reference.back() != ';')
    return std::nullopt;
  const std::string_view name = reference.substr(1, reference.size() - 2);
  if (name.starts_with("#x") || name.starts_with("#X")) return decode_number(name.substr(2), 16);
  if (name.starts_with("#")) return decode_number(name.substr(1), 10);
  const std::string_view text = kEntities.find(name);
  if (text.empty()) return std::nullopt;
  return std::string(text);
}

void append_utf8(std::string& text, std::uint32_t code_point) {
  const auto append = [&](std::uint32_t bits) { text += static_cast<char>(bits); };
  const auto append_tail = [&](unsigned shift) { append(0x80 | (code_point >> shift & 0x3f)); };
  if (code_point < 0x80) {
    append(code_point);
    return;
  }
  if (code_point < 0x800) {
    append(0xc0 | code_point >> 6);
  } else {
    if (code_point < 0x10000) {
      append(0xe0 | code_point >> 12);
    } else {
      append(0xf0 | code_point >> 18);
      append_tail(12);
    }
    append_tail(6);
  }
  append_tail(0);
}

}  // namespace templates
