#include "core/encodings/base62.h"

#include <zlib.h>

#include "core/encodings/encoding.h"

namespace core {

std::string base62_checksum(std::string_view data) {
  std::string digits(kBase62ChecksumLength, '0');
  auto value = crc32_z(0, as_bytes(data).data(), data.size());
  for (std::size_t at = digits.size(); at-- > 0; value /= 62)
    digits[at] = kBase62Digits[value % 62];
  return digits;
}

}  // namespace core
