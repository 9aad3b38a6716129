#include "core/security/checked_secret.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/security/cryptography.h"

namespace core {
namespace {

constexpr std::string_view kAlphabet =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
constexpr std::size_t kRandomLength = 36;
constexpr std::size_t kChecksumLength = 6;

// CRC-32 as zlib, PNG and Ethernet have it (polynomial 0xEDB88320, reflected).
std::uint32_t crc32(std::string_view data) {
  std::uint32_t crc = 0xffffffffU;
  for (const char c : data) {
    crc ^= static_cast<std::uint8_t>(c);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (0xedb88320U & (0U - (crc & 1U)));
  }
  return ~crc;
}

std::string checksum_of(std::string_view random_part) {
  std::string digits(kChecksumLength, '0');
  std::uint32_t value = crc32(random_part);
  for (std::size_t at = kChecksumLength; at-- > 0; value /= 62) digits[at] = kAlphabet[value % 62];
  return digits;
}

std::string random_base62(std::size_t length) {
  std::string text;
  text.reserve(length);
  std::array<std::uint8_t, 64> bytes{};
  while (text.size() < length) {
    fill_random(bytes);
    for (const std::uint8_t byte : bytes) {
      // 248 is 4 × 62: larger bytes would make the first characters more likely.
      if (byte < 248 && text.size() < length) text += kAlphabet[byte % 62];
    }
  }
  return text;
}

}  // namespace

std::string generate_checked_secret(std::string_view prefix) {
  const std::string random_part = random_base62(kRandomLength);
  return std::string(prefix).append(random_part).append(checksum_of(random_part));
}

bool is_checked_secret(std::string_view prefix, std::string_view text) {
  if (text.size() != prefix.size() + kRandomLength + kChecksumLength || !text.starts_with(prefix))
    return false;
  const std::string_view random_part = text.substr(prefix.size(), kRandomLength);
  const bool base62 = std::all_of(random_part.begin(), random_part.end(), [](char c) {
    return kAlphabet.find(c) != std::string_view::npos;
  });
  return base62 && text.substr(prefix.size() + kRandomLength) == checksum_of(random_part);
}

}  // namespace core
