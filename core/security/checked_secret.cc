#include "core/security/checked_secret.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/encodings/base62.h"
#include "core/security/cryptography.h"

namespace core {
namespace {

constexpr std::size_t kRandomLength = 36;

std::string random_base62(std::size_t length) {
  std::string text;
  text.reserve(length);
  std::array<std::uint8_t, 64> bytes{};
  while (text.size() < length) {
    fill_random(bytes);
    for (const std::uint8_t byte : bytes) {
      // 248 is 4 × 62: larger bytes would make the first characters more likely.
      if (byte < 248 && text.size() < length) text += kBase62Digits[byte % 62];
    }
  }
  return text;
}

}  // namespace

std::string generate_checked_secret(std::string_view prefix) {
  const std::string random_part = random_base62(kRandomLength);
  return std::string(prefix).append(random_part).append(base62_checksum(random_part));
}

bool is_checked_secret(std::string_view prefix, std::string_view text) {
  if (text.size() != prefix.size() + kRandomLength + kBase62ChecksumLength ||
      !text.starts_with(prefix))
    return false;
  const std::string_view random_part = text.substr(prefix.size(), kRandomLength);
  const bool base62 = std::all_of(random_part.begin(), random_part.end(), [](char c) {
    return kBase62Digits.find(c) != std::string_view::npos;
  });
  return base62 && text.substr(prefix.size() + kRandomLength) == base62_checksum(random_part);
}

}  // namespace core
