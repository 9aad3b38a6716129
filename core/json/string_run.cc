#include "core/json/string_run.h"

#include <cstdint>
#include <cstring>

namespace core {
namespace {

// A byte in each of the eight places of a word.
constexpr std::uint64_t in_each_place(unsigned char byte) {
  return std::uint64_t{0x0101010101010101} * byte;
}

// Whether one of the eight bytes is less than `limit`, which is at most 128.
constexpr bool has_less(std::uint64_t bytes, unsigned char limit) {
  return ((bytes - in_each_place(limit)) & ~bytes & in_each_place(0x80)) != 0;
}

constexpr bool has(std::uint64_t bytes, unsigned char byte) {
  return has_less(bytes ^ in_each_place(byte), 1);
}

constexpr unsigned char kFirstPrintable = 0x20;

}  // namespace

std::size_t unescaped_length(std::string_view text) {
  std::size_t at = 0;
  for (std::uint64_t bytes = 0; at + sizeof(bytes) <= text.size(); at += sizeof(bytes)) {
    std::memcpy(&bytes, text.data() + at, sizeof(bytes));
    if (has_less(bytes, kFirstPrintable) || has(bytes, '"') || has(bytes, '\\')) break;
  }
  while (at < text.size()) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < kFirstPrintable || byte == '"' || byte == '\\') break;
    ++at;
  }
  return at;
}

}  // namespace core
