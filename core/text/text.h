// Text: ASCII, UTF-8, characters that cannot be seen, splitting, and words that are nearly the
// same.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core {

// ASCII characters and text: independent of the locale, unlike <cctype>. Case is ignored for A to Z
// only.

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

constexpr bool is_letter_or_digit(char c) { return is_letter(c) || is_digit(c); }

constexpr char lower_case(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

inline std::string in_lower_case(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), lower_case);
  return lower;
}

constexpr char upper_case(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

inline std::string in_upper_case(std::string_view text) {
  std::string upper(text);
  std::transform(upper.begin(), upper.end(), upper.begin(), upper_case);
  return upper;
}

constexpr bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower_case(x) == lower_case(y); });
}

constexpr bool starts_with_ignoring_case(std::string_view text, std::string_view start) {
  return equal_ignoring_case(text.substr(0, start.size()), start);
}

constexpr bool ends_with_ignoring_case(std::string_view text, std::string_view end) {
  return text.size() >= end.size() &&
         equal_ignoring_case(text.substr(text.size() - end.size()), end);
}

// Taking text apart at separators and whitespace. The results refer to the text that was given.

inline constexpr std::string_view kWhitespace = " \t\r\n";

// The text without these characters at its ends.
std::string_view trim(std::string_view text, std::string_view characters = kWhitespace);

// Removes everything up to the first separator from `rest`, with the separator, and returns it
// without whitespace at its ends. Without a separator, that is all of `rest`.
std::string_view take_until(std::string_view& rest, char separator);

// The words of a text, which whitespace separates.
std::vector<std::string> split_words(std::string_view text);

// The line that a place in a text is in, from 1.
std::int64_t line_at(std::string_view text, std::size_t offset);

// UTF-8 (RFC 3629).

// Whether the whole text is well-formed: no overlong forms, no surrogates, nothing past U+10FFFF.
bool is_utf8(std::string_view text);

// The length of the longest beginning of a text that is_utf8().
std::size_t well_formed_length(std::string_view text);

// Whether the byte continues a character, rather than begins one.
inline bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

// How many code points a well-formed text has.
std::size_t count_code_points(std::string_view text);

// The longest beginning of a well-formed text that has at most `most` bytes and ends between code
// points.
std::string_view whole_characters(std::string_view text, std::size_t most);

// The beginning of a well-formed text with at most `most` code points.
std::string_view first_code_points(std::string_view text, std::size_t most);

// Removes the first character from a text that is not empty; U+FFFD if its bytes are invalid.
std::uint32_t take_code_point(std::string_view& text);

// Characters that cannot be seen, or turn the direction of text.

// The bytes of such a character with which `text` begins, as UTF-8: a format control, a filler or a
// variation selector of Unicode. 0 if it begins with another one.
std::size_t invisible_length(std::string_view text);

// Whether `text` has nothing but these, and spaces.
bool is_blank(std::string_view text);

// The first character that no text on one line may have, by its number: "U+202E". It is a control
// character, a separator of lines (U+2028, U+2029), or turns the direction of the text around it
// (U+202A to U+202E, U+2066 to U+2069). Marks of direction and joiners, which are written in
// Arabic, Hebrew and Indic texts, are not among them.
std::optional<std::string> refused_in_line(std::string_view text);
// The error message for a text that has it.
std::string why_refused_in_line(const std::string& character);

// The first invisible character that a name must not have, by its number: "U+202E". Joiners between
// characters beyond ASCII, and variation selectors after them, are part of words and emoji.
std::optional<std::string> hidden_character(std::string_view name);

// The name as it is shown, with "[U+202E]" for each of those.
std::string with_hidden_characters_shown(std::string_view name);

// The edit distance between two words.

// A longer word is far from every other.
inline constexpr std::size_t kLongestWord = 40;
inline constexpr unsigned kFar = std::numeric_limits<unsigned>::max();

// How many letters are to be added, left out, replaced or swapped with the next one to make one
// word of the other; kFar if one of them has more than kLongestWord bytes.
unsigned edit_distance(std::string_view a, std::string_view b);

// The word that was probably meant by a misspelled one.

// The one of `words` that is nearest to `given`; their end if none is near.
template <typename Words>
auto nearest_word(std::string_view given, const Words& words) {
  constexpr unsigned kNear = 2;
  const auto distance = [given](const auto& word) { return edit_distance(given, word); };
  const auto nearest = std::ranges::min_element(words, {}, distance);
  return nearest == words.end() || distance(*nearest) > kNear ? words.end() : nearest;
}

// 1 to 65535, without leading zeros.
bool is_port(std::string_view text);

}  // namespace core
