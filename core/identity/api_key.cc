#include "core/identity/api_key.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace core {
namespace {

constexpr std::string_view kPrefix = "artk_";
constexpr std::string_view kAlphabet =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
constexpr std::size_t kRandomLength = 36;
constexpr std::size_t kChecksumLength = 6;
constexpr std::size_t kDisplayLength = kPrefix.size() + 6;

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

ApiKey ApiKey::generate() {
  const std::string random_part = random_base62(kRandomLength);
  return ApiKey(std::string(kPrefix) + random_part + checksum_of(random_part));
}

std::optional<ApiKey> ApiKey::parse(std::string_view text) {
  if (text.size() != kPrefix.size() + kRandomLength + kChecksumLength || !text.starts_with(kPrefix))
    return std::nullopt;
  const std::string_view random_part = text.substr(kPrefix.size(), kRandomLength);
  const bool base62 = std::all_of(random_part.begin(), random_part.end(), [](char c) {
    return kAlphabet.find(c) != std::string_view::npos;
  });
  if (!base62 || text.substr(kPrefix.size() + kRandomLength) != checksum_of(random_part))
    return std::nullopt;
  return ApiKey(std::string(text));
}

std::string ApiKey::display_prefix() const { return secret_.substr(0, kDisplayLength); }

}  // namespace core
