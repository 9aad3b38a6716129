#include "core/security/secret_token.h"

#include <array>
#include <cstdint>

#include "core/encodings/encoding.h"

namespace core {
namespace {

constexpr std::size_t kBytes = 32;

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
  return to_base64url(sha256("form:" + cookie.text()));
}

bool is_form_token(std::string_view text, const SecretToken& cookie) {
  return equal_in_constant_time(as_bytes(text), as_bytes(form_token(cookie)));
}

}  // namespace core
