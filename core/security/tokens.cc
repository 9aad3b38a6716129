#include "core/security/tokens.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include <zlib.h>

#include "core/security/cryptography.h"
#include "core/text/encodings.h"

namespace core {
namespace {

constexpr std::string_view kPrefix = "artk_";
constexpr std::size_t kDisplayLength = kPrefix.size() + 6;

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

constexpr std::size_t kBytes = 32;

Sha256 derived_form_token(const SecretToken& cookie) { return sha256("form:" + cookie.text()); }

}  // namespace

ApiKey ApiKey::generate() { return ApiKey(generate_checked_secret(kPrefix)); }

std::optional<ApiKey> ApiKey::parse(std::string_view text) {
  if (!is_checked_secret(kPrefix, text)) return std::nullopt;
  return ApiKey(std::string(text));
}

std::string ApiKey::display_prefix() const { return secret_.substr(0, kDisplayLength); }

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

SecretToken SecretToken::generate() {
  std::array<std::uint8_t, kBytes> bytes{};
  fill_random(bytes);
  return SecretToken(to_base64url(bytes));
}

std::optional<SecretToken> SecretToken::parse(std::string_view text) {
  const auto bytes = from_base64url(text);
  if (!bytes || bytes->size() != kBytes) return std::nullopt;
  return SecretToken(std::string(text));
}

std::string form_token(const SecretToken& cookie) {
  // A random pad, followed by the derived value under it.
  const Sha256 derived = derived_form_token(cookie);
  std::array<std::uint8_t, 2 * kBytes> masked{};
  fill_random(std::span(masked).first<kBytes>());
  for (std::size_t i = 0; i < kBytes; ++i)
    masked[kBytes + i] = static_cast<std::uint8_t>(masked[i] ^ derived[i]);
  return to_base64url(masked);
}

bool is_form_token(std::string_view text, const SecretToken& cookie) {
  const auto masked = from_base64url(text);
  if (!masked || masked->size() != 2 * kBytes) return false;
  const auto bytes = as_bytes(*masked);
  Sha256 derived{};
  for (std::size_t i = 0; i < kBytes; ++i)
    derived[i] = static_cast<std::uint8_t>(bytes[i] ^ bytes[kBytes + i]);
  return equal_in_constant_time(derived, derived_form_token(cookie));
}

std::string base62_checksum(std::string_view data) {
  std::string digits(kBase62ChecksumLength, '0');
  auto value = crc32_z(0, as_bytes(data).data(), data.size());
  for (std::size_t at = digits.size(); at-- > 0; value /= 62)
    digits[at] = kBase62Digits[value % 62];
  return digits;
}

}  // namespace core
