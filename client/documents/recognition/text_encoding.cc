#include "client/documents/recognition/text_encoding.h"

#include <algorithm>
#include <cstddef>

namespace client {
namespace {

// Half of the bytes of most text in UTF-16 are 0: those at odd places if it is little-endian.
std::string_view encoding_by_zeros(std::string_view bytes) {
  std::size_t even = 0;
  std::size_t odd = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    if (bytes[i] == '\0') ++(i % 2 == 0 ? even : odd);
  const std::size_t many = bytes.size() / 4;
  if (even == 0 && odd > many) return "UTF-16LE";
  if (odd == 0 && even > many) return "UTF-16BE";
  return {};
}

bool is_control_character(char c) {
  return static_cast<unsigned char>(c) < 0x20 &&
         std::string_view("\t\n\f\r\x1b").find(c) == std::string_view::npos;
}

}  // namespace

std::string_view likely_encoding(std::string_view bytes) {
  if (bytes.starts_with("\xff\xfe") || bytes.starts_with("\xfe\xff")) return "UTF-16";
  if (bytes.find('\0') != std::string_view::npos) return encoding_by_zeros(bytes);
  if (std::any_of(bytes.begin(), bytes.end(), is_control_character)) return {};
  const bool is_of_windows = std::any_of(bytes.begin(), bytes.end(), [](char c) {
    return static_cast<unsigned char>(c) >= 0x80 && static_cast<unsigned char>(c) < 0xa0;
  });
  return is_of_windows ? "WINDOWS-1252" : "ISO-8859-1";
}

}  // namespace client
