#include "core/text/invisible.h"

#include <array>

#include "core/text/split.h"

namespace core {

std::size_t invisible_length(std::string_view text) {
  if (text.starts_with("\xc2\xad")) return 2;
  if (text.starts_with("\xef\xbb\xbf")) return 3;
  if (text.size() < 3 || text[0] != '\xe2') return 0;
  const auto last = static_cast<unsigned char>(text[2]);
  const bool is_invisible =
      (text[1] == '\x80' && ((last >= 0x8b && last <= 0x8f) || (last >= 0xaa && last <= 0xae))) ||
      (text[1] == '\x81' && last >= 0xa0 && last <= 0xa9);
  return is_invisible ? 3 : 0;
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

}  // namespace core
