#include "core/text/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>

namespace core {

std::string_view trim(std::string_view text, std::string_view characters) {
  const std::size_t first = text.find_first_not_of(characters);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(characters) - first + 1);
}

std::int64_t line_at(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  return std::count(before.begin(), before.end(), '\n') + 1;
}

std::string_view take_until(std::string_view& rest, char separator) {
  const std::size_t end = std::min(rest.find(separator), rest.size());
  const std::string_view part = trim(rest.substr(0, end));
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return part;
}

std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  while (!(text = trim(text)).empty()) {
    const std::size_t end = std::min(text.find_first_of(kWhitespace), text.size());
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return words;
}

namespace {

// The number of bytes that `text` begins with in whole blocks of ASCII.
std::size_t ascii_length(std::string_view text) {
  constexpr std::uint64_t kNotAscii = 0x8080808080808080;
  std::size_t at = 0;
  for (std::uint64_t block = 0; at + sizeof(block) <= text.size(); at += sizeof(block)) {
    std::memcpy(&block, text.data() + at, sizeof(block));
    if ((block & kNotAscii) != 0) break;
  }
  return at;
}

// The length of the well-formed sequence that `text` begins with; 0 if it begins with none.
std::size_t sequence_length(std::string_view text) {
  const auto at = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const auto continues = [&](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i)
      if (i >= text.size() || !is_continuation(text[i])) return false;
    return true;
  };
  const unsigned first = at(0);
  const unsigned second = at(1);
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) return continues(1, 2) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f)) return 0;
    return continues(1, 3) ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    if ((first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f)) return 0;
    return continues(1, 4) ? 4 : 0;
  }
  return 0;
}

}  // namespace

std::size_t well_formed_length(std::string_view text) {
  std::size_t at = ascii_length(text);
  while (at < text.size()) {
    const std::size_t length = sequence_length(text.substr(at));
    if (length == 0) break;
    at += length;
    at += ascii_length(text.substr(at));
  }
  return at;
}

bool is_utf8(std::string_view text) { return well_formed_length(text) == text.size(); }

std::size_t count_code_points(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !is_continuation(c); }));
}

std::string_view whole_characters(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && is_continuation(text[most])) --most;
  return text.substr(0, most);
}

std::string_view first_code_points(std::string_view text, std::size_t most) {
  std::size_t count = 0;
  const auto* const end = std::find_if(
      text.begin(), text.end(), [&](char c) { return !is_continuation(c) && ++count > most; });
  return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

std::uint32_t take_code_point(std::string_view& text) {
  const auto lead = static_cast<unsigned char>(text.front());
  text.remove_prefix(1);
  if (lead < 0x80) return lead;
  if (lead < 0xc2 || lead > 0xf4) return 0xfffd;
  const std::size_t tails = lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
  std::uint32_t code_point = lead & (0x3fU >> tails);
  for (std::size_t i = 0; i < tails; ++i) {
    if (text.empty() || !is_continuation(text.front())) return 0xfffd;
    code_point = code_point << 6 | (static_cast<unsigned char>(text.front()) & 0x3fU);
    text.remove_prefix(1);
  }
  return code_point;
}

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

// Whether it is part of a word or an emoji: a variation selector after a character beyond ASCII, or
// a joiner between two.
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

std::optional<std::string> refused_in_line(std::string_view text) {
  constexpr std::array<Range, 4> kRefused{
      {{0x00, 0x1f}, {0x7f, 0x9f}, {0x2028, 0x202e}, {0x2066, 0x2069}}};
  while (!text.empty()) {
    const std::uint32_t character = take_code_point(text);
    if (std::any_of(kRefused.begin(), kRefused.end(), [&](const Range& range) {
          return character >= range.first && character <= range.last;
        }))
      return number_of(character);
  }
  return std::nullopt;
}

std::string why_refused_in_line(const std::string& character) {
  return "must not contain control characters such as " + character;
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

unsigned edit_distance(std::string_view a, std::string_view b) {
  if (a.size() > kLongestWord || b.size() > kLongestWord) return kFar;
  std::array<std::array<unsigned, kLongestWord + 1>, kLongestWord + 1> cost;
  for (unsigned i = 0; i <= a.size(); ++i) cost[i][0] = i;
  for (unsigned j = 0; j <= b.size(); ++j) cost[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const unsigned replaced = cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      cost[i][j] = std::min({replaced, cost[i - 1][j] + 1, cost[i][j - 1] + 1});
      const bool are_swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (are_swapped) cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  }
  return cost[a.size()][b.size()];
}

bool is_port(std::string_view text) {
  unsigned number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  return !text.empty() && problem == std::errc() && end == text.data() + text.size() &&
         number > 0 && number <= 65535 && text.front() != '0';
}

}  // namespace core
