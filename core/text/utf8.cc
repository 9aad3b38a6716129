#include "core/text/utf8.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace core {
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

}  // namespace core
