#include "core/security/secret_token.h"

#include <array>
#include <cstdint>
#include <span>

#include "core/encodings/encoding.h"

namespace core {
namespace {

constexpr std::size_t kBytes = 32;

Sha256 derived_form_token(const SecretToken& cookie) { return sha256("form:" + cookie.text()); }

}  // namespace

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

}  // namespace core
