// The tokens that an app gets by OAuth 2.1: an access token (`arto_…`), which it sends as bearer
// token for an hour, and a refresh token (`artr_…`), which it exchanges once for the next two.
//
// Both are checked secrets (core/security/checked_secret.h). Only their SHA-256 is stored.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/security/checked_secret.h"
#include "core/security/cryptography.h"

namespace core {

template <typename Kind>
class IssuedToken {
 public:
  static IssuedToken generate() { return IssuedToken(generate_checked_secret(Kind::kPrefix)); }
  static std::optional<IssuedToken> parse(std::string_view text) {
    if (!is_checked_secret(Kind::kPrefix, text)) return std::nullopt;
    return IssuedToken(std::string(text));
  }

  // The token itself: sent to the app once, never stored or logged.
  const std::string& secret() const { return secret_; }
  // Stored, and used to look it up.
  Sha256 hash() const { return sha256(secret_); }

 private:
  explicit IssuedToken(std::string secret) : secret_(std::move(secret)) {}

  std::string secret_;
};

struct AccessTokenKind {
  static constexpr std::string_view kPrefix = "arto_";
};
struct RefreshTokenKind {
  static constexpr std::string_view kPrefix = "artr_";
};

using AccessToken = IssuedToken<AccessTokenKind>;
using RefreshToken = IssuedToken<RefreshTokenKind>;

}  // namespace core
