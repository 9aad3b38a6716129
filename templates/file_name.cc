#include "templates/file_name.h"

#include <algorithm>

namespace templates {
namespace {

// The length of a character at the beginning of a text if file names must not contain it, otherwise
// 0: C0, DEL and C1; quotes; characters that file systems reject; marks that change the direction
// of the text and so can disguise an extension.
std::size_t refused_length(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  if (first < 0x20 || first == 0x7f) return 1;
  if (std::string_view("\"'`<>:|?*%;").find(text.front()) != std::string_view::npos) return 1;
  if (first == 0xc2 && text.size() > 1 && static_cast<unsigned char>(text[1]) < 0xa0) return 2;
  // U+061C, U+200E and U+200F, U+2028 to U+202E, U+2066 to U+2069.
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  if (first == 0xd8 && byte(1) == 0x9c) return 2;
  if (first != 0xe2) return 0;
  const unsigned last = byte(2);
  if (byte(1) == 0x80 && (last == 0x8e || last == 0x8f || (last >= 0xa8 && last <= 0xae))) return 3;
  if (byte(1) == 0x81 && last >= 0xa6 && last <= 0xa9) return 3;
  return 0;
}

}  // namespace

std::string bare_file_name(std::string_view path) {
  const std::size_t folders = path.find_last_of("/\\");
  if (folders != std::string_view::npos) path.remove_prefix(folders + 1);
  std::string kept;
  while (!path.empty()) {
    const std::size_t refused = refused_length(path);
    if (refused == 0) kept += path.front();
    path.remove_prefix(std::max<std::size_t>(refused, 1));
  }
  return kept;
}

}  // namespace templates
