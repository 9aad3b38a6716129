#include "core/secrets/decoded_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <utility>

namespace core {
namespace {

// A character, and how many of the source stand for it.
struct Decoded {
  char character = 0;
  std::size_t length = 1;
};

bool may_be_decoded(std::uint32_t character) {
  return character > ' ' && character < 0x7f && character != '"' && character != '\\';
}

std::optional<std::uint32_t> number_in(std::string_view digits, int base) {
  std::uint32_t number = 0;
  const auto [end, problem] =
      std::from_chars(digits.data(), digits.data() + digits.size(), number, base);
  if (problem != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return number;
}

// The first character, with JSON's escape \u00XX decoded.
Decoded first_of(std::string_view text) {
  constexpr std::size_t kEscape = 6;
  if (text.size() >= kEscape && text.starts_with("\\u00")) {
    const auto number = number_in(text.substr(2, 4), 16);
    if (number && may_be_decoded(*number)) return {static_cast<char>(*number), kEscape};
  }
  return {text.front(), 1};
}

using NamedCharacter = std::pair<std::string_view, char>;
constexpr std::array<NamedCharacter, 8> kNamedCharacters{{{"lowbar", '_'},
                                                          {"period", '.'},
                                                          {"sol", '/'},
                                                          {"colon", ':'},
                                                          {"commat", '@'},
                                                          {"equals", '='},
                                                          {"plus", '+'},
                                                          {"semi", ';'}}};

// The character of a reference's text, without & and ;
std::optional<char> character_named(std::string_view text) {
  if (text.starts_with('#')) {
    const bool is_hexadecimal = text.starts_with("#x") || text.starts_with("#X");
    const auto number = number_in(text.substr(is_hexadecimal ? 2 : 1), is_hexadecimal ? 16 : 10);
    if (!number || !may_be_decoded(*number)) return std::nullopt;
    return static_cast<char>(*number);
  }
  const auto* const known =
      std::find_if(kNamedCharacters.begin(), kNamedCharacters.end(),
                   [&](const NamedCharacter& each) { return each.first == text; });
  if (known == kNamedCharacters.end()) return std::nullopt;
  return known->second;
}

// The reference that the text begins with, whose characters may be escaped themselves.
std::optional<Decoded> reference_in(std::string_view text) {
  constexpr std::size_t kLongest = 10;
  Decoded next = first_of(text);
  if (next.character != '&') return std::nullopt;
  std::size_t length = next.length;
  std::string inner;
  while (length < text.size() && inner.size() <= kLongest) {
    next = first_of(text.substr(length));
    length += next.length;
    if (next.character == ';') {
      const auto character = character_named(inner);
      if (!character) return std::nullopt;
      return Decoded{*character, length};
    }
    inner += next.character;
  }
  return std::nullopt;
}

Decoded decoded_at(std::string_view text) {
  if (const auto reference = reference_in(text)) return *reference;
  return first_of(text);
}

// Finds the characters that something to decode begins with. Each is looked for by itself, which
// takes next to nothing in a long text that has none.
class NextMark {
 public:
  explicit NextMark(std::string_view text) : text_(text) {}

  std::size_t from(std::size_t offset) {
    if (reference_ != text_.npos && reference_ < offset) reference_ = text_.find('&', offset);
    if (escape_ != text_.npos && escape_ < offset) escape_ = text_.find('\\', offset);
    return std::min(reference_, escape_);
  }

 private:
  std::string_view text_;
  std::size_t reference_ = text_.find('&');
  std::size_t escape_ = text_.find('\\');
};

}  // namespace

std::optional<DecodedText> DecodedText::of(std::string_view source) {
  DecodedText decoded;
  std::size_t copied = 0;
  NextMark marks(source);
  for (std::size_t at = marks.from(0); at < source.size();) {
    const Decoded next = decoded_at(source.substr(at));
    if (next.length > 1) {
      decoded.text_.append(source.substr(copied, at - copied)).push_back(next.character);
      copied = at + next.length;
      decoded.shifts_.push_back({decoded.text_.size(), copied});
    }
    // What follows a backslash belongs to it: \\u0041 is no escape.
    const bool is_escape = next.length == 1 && source[at] == '\\';
    at = marks.from(at + next.length + (is_escape ? 1 : 0));
  }
  if (decoded.shifts_.empty()) return std::nullopt;
  decoded.text_.append(source.substr(copied));
  return decoded;
}

std::size_t DecodedText::source_of(std::size_t offset) const {
  const auto after =
      std::upper_bound(shifts_.begin(), shifts_.end(), offset,
                       [](std::size_t wanted, const Shift& each) { return wanted < each.offset; });
  if (after == shifts_.begin()) return offset;
  const Shift& shift = *std::prev(after);
  return shift.source + (offset - shift.offset);
}

}  // namespace core
