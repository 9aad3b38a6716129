#include "core/secrets/secret_text.h"

#include <array>
#include <string>

#include "core/text/ascii.h"

namespace core {

bool is_in(SecretAlphabet alphabet, char c) {
  using enum SecretAlphabet;
  switch (alphabet) {
    case letters_and_digits:
      return is_letter_or_digit(c);
    case base64url:
      return is_letter_or_digit(c) || c == '-' || c == '_';
    case lower_hexadecimal:
      return is_digit(c) || (c >= 'a' && c <= 'f');
    case upper_base32:
      return (c >= 'A' && c <= 'Z') || (c >= '2' && c <= '7');
    case upper_and_digits:
      return (c >= 'A' && c <= 'Z') || is_digit(c);
  }
  return false;
}

bool is_base64(char c) { return is_letter_or_digit(c) || c == '+' || c == '/'; }

bool ends_with_escape(std::string_view before) {
  const auto is_escape_at = [&](std::size_t from_end) {
    if (before.size() < from_end) return false;
    std::size_t at = before.size() - from_end;
    std::size_t backslashes = 0;
    while (backslashes < 16 && before[at] == '\\') {
      ++backslashes;
      if (at == 0) break;
      --at;
    }
    return backslashes % 2 == 1;
  };
  return is_escape_at(2) ||
         (before.size() >= 5 && before[before.size() - 5] == 'u' && is_escape_at(6));
}

bool begins_a_word(std::string_view before) {
  if (before.empty() || ends_with_escape(before)) return true;
  return !is_letter_or_digit(before.back()) && before.back() != '_';
}

bool is_within_base64(const SecretPlace& place) {
  constexpr std::size_t kLongRun = 200;
  const std::size_t after = run_of(place.text, kLongRun, is_base64);
  std::size_t run = after;
  for (std::size_t i = place.before.size();
       i > 0 && run < kLongRun && is_base64(place.before[i - 1]); --i)
    ++run;
  return run >= kLongRun;
}

std::size_t distinct_characters(std::string_view text) {
  std::array<bool, 256> seen{};
  for (const char c : text) seen.at(static_cast<unsigned char>(c)) = true;
  return static_cast<std::size_t>(std::count(seen.begin(), seen.end(), true));
}

bool is_made_up(std::string_view body) {
  constexpr std::array<std::string_view, 13> kWords{
      "example", "placeholder", "redacted", "dummy",  "fake",   "sample", "your",
      "xxxx",    "0000",        "12345678", "abcdef", "token_", "insert"};
  const std::string lower = in_lower_case(body);
  return distinct_characters(body) < std::min<std::size_t>(8, body.size() / 2) ||
         std::any_of(kWords.begin(), kWords.end(),
                     [&](std::string_view word) { return lower.find(word) != std::string::npos; });
}

}  // namespace core
