#include "core/text/invisible.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

#include "core/text/ascii.h"
#include "core/text/split.h"
#include "core/text/utf8.h"

namespace core {
namespace {

struct Range {
  std::uint32_t first;
  std::uint32_t last;
};

// Format controls (Cf), line separators and Default_Ignorable_Code_Point of Unicode 16, without the
// visible marks of Arabic and Syriac numbers.
constexpr std::array<Range, 18> kInvisible{{
    {0xad, 0xad},
    {0x34f, 0x34f},
    {0x61c, 0x61c},
    {0x115f, 0x1160},
    {0x17b4, 0x17b5},
    {0x180b, 0x180f},
    {0x200b, 0x200f},
    {0x2028, 0x202e},
    {0x2060, 0x206f},
    {0x3164, 0x3164},
    {0xfe00, 0xfe0f},
    {0xfeff, 0xfeff},
    {0xffa0, 0xffa0},
    {0xfff0, 0xfffb},
    {0x13430, 0x1343f},
    {0x1bca0, 0x1bca3},
    {0x1d173, 0x1d17a},
    {0xe0000, 0xe0fff},
}};

bool is_invisible(std::uint32_t character) {
  return std::any_of(kInvisible.begin(), kInvisible.end(), [&](const Range& range) {
    return character >= range.first && character <= range.last;
  });
}

bool is_joiner(std::uint32_t character) { return character == 0x200c || character == 0x200d; }
bool is_variation_selector(std::uint32_t character) {
  return character >= 0xfe00 && character <= 0xfe0f;
}
bool is_beyond_ascii(std::uint32_t character) {
  return character >= 0x80 && !is_invisible(character);
}

// Whether it is part of a word or an emoji: a variation selector behind a character beyond ASCII,
// or a joiner between two.
bool belongs(std::uint32_t character, std::uint32_t before, std::string_view rest) {
  if (is_variation_selector(character)) return is_beyond_ascii(before);
  return is_joiner(character) && (is_beyond_ascii(before) || is_variation_selector(before)) &&
         !rest.empty() && is_beyond_ascii(take_code_point(rest));
}

// Calls `take` with each character of the name, its bytes, and whether it is hidden, until it
// returns false.
template <typename Take>
void for_each_in_name(std::string_view name, const Take& take) {
  std::uint32_t before = 0;
  while (!name.empty()) {
    std::string_view rest = name;
    const std::uint32_t character = take_code_point(rest);
    const bool is_hidden = is_invisible(character) && !belongs(character, before, rest);
    if (!take(character, name.substr(0, name.size() - rest.size()), is_hidden)) return;
    before = character;
    name = rest;
  }
}

std::string number_of(std::uint32_t character) {
  std::array<char, 8> digits{};
  const auto end = std::to_chars(digits.begin(), digits.end(), character, 16).ptr;
  const std::string number = in_upper_case({digits.begin(), end});
  return "U+" + std::string(number.size() < 4 ? 4 - number.size() : 0, '0') + number;
}

}  // namespace

std::size_t invisible_length(std::string_view text) {
  // None is in ASCII.
  if (text.empty() || static_cast<unsigned char>(text.front()) < 0x80) return 0;
  std::string_view rest = text;
  return is_invisible(take_code_point(rest)) ? text.size() - rest.size() : 0;
}

bool is_blank(std::string_view text) {
  // U+00A0 and U+3000.
  constexpr std::array<std::string_view, 2> kWideSpaces{"\xc2\xa0", "\xe3\x80\x80"};
  for (text = trim(text); !text.empty(); text = trim(text)) {
    std::size_t length = invisible_length(text);
    for (const std::string_view space : kWideSpaces)
      if (text.starts_with(space)) length = space.size();
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::optional<std::string> hidden_character(std::string_view name) {
  std::optional<std::string> found;
  for_each_in_name(name, [&](std::uint32_t character, std::string_view, bool is_hidden) {
    if (is_hidden) found = number_of(character);
    return !found;
  });
  return found;
}

std::string with_hidden_characters_shown(std::string_view name) {
  std::string shown;
  for_each_in_name(name, [&](std::uint32_t character, std::string_view bytes, bool is_hidden) {
    if (is_hidden) {
      shown.append("[").append(number_of(character)).append("]");
    } else {
      shown += bytes;
    }
    return true;
  });
  return shown;
}

}  // namespace core
