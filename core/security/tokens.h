// Secrets that the service issues: API keys, tokens of apps and sessions.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/security/cryptography.h"

namespace core {

// ApiKey: the secret that a client sends as `Authorization: Bearer artk_…`.
//
// A checked secret with the prefix artk_. Only its SHA-256 and a
// display prefix are stored. A value of this type has a valid form and checksum.
class ApiKey {
 public:
  static ApiKey generate();
  static std::optional<ApiKey> parse(std::string_view text);

  // The key itself: shown once to its owner, never stored or logged.
  const std::string& secret() const { return secret_; }
  // Stored, and used to look up a key.
  Sha256 hash() const { return sha256(secret_); }
  // The first characters, which identify the key in a list.
  std::string display_prefix() const;

 private:
  explicit ApiKey(std::string secret) : secret_(std::move(secret)) {}

  std::string secret_;
};

// Checked secrets: a prefix that names the kind, 36 base62 characters from the system's random
// source (214 bits), and the CRC-32 of those 36 in 6 base62 characters. So secret scanners
// recognise them, and mistyped ones are rejected without a query.

std::string generate_checked_secret(std::string_view prefix);

// Whether the text has the form and the checksum of a secret with this prefix.
bool is_checked_secret(std::string_view prefix, std::string_view text);

// The tokens that an app gets by OAuth 2.1: an access token (`arto_…`), which it sends as bearer
// token for an hour, and a refresh token (`artr_…`), which it exchanges once for the next two.
//
// Both are checked secrets. Only their SHA-256 is stored.

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

// UploadToken: the last part of the address of an upload (app/uploads.h), which is its credential.
struct UploadTokenKind {
  static constexpr std::string_view kPrefix = "artu_";
};
using UploadToken = IssuedToken<UploadTokenKind>;

// BearerToken: what a program authenticates with, as `Authorization: Bearer …`: an API key, or an
// access token that an app got by OAuth. A value of this type has a valid form and checksum.
class BearerToken {
 public:
  enum class Kind { api_key, access_token };

  static std::optional<BearerToken> parse(std::string_view text) {
    if (const auto key = ApiKey::parse(text)) return BearerToken(Kind::api_key, key->hash());
    if (const auto token = AccessToken::parse(text))
      return BearerToken(Kind::access_token, token->hash());
    return std::nullopt;
  }

  // One that was parsed before, of which the hash was stored.
  static BearerToken stored(Kind kind, const Sha256& hash) { return {kind, hash}; }

  Kind kind() const { return kind_; }
  // Stored, and used to look it up.
  const Sha256& hash() const { return hash_; }

 private:
  BearerToken(Kind kind, const Sha256& hash) : kind_(kind), hash_(hash) {}

  Kind kind_;
  Sha256 hash_;
};

// SecretToken: 256 random bits as text, for a browser: a session cookie, or a one-time link. Only
// its SHA-256 is stored, which grants no access. A value of this type has a valid form.
class SecretToken {
 public:
  static SecretToken generate();
  static std::optional<SecretToken> parse(std::string_view text);

  // The token itself, 43 characters of base64url: never stored, never logged.
  const std::string& text() const { return text_; }
  // Stored, and used to look it up.
  Sha256 hash() const { return sha256(text_); }

 private:
  explicit SecretToken(std::string text) : text_(std::move(text)) {}

  std::string text_;
};

// The anti-CSRF token in forms of pages for the holder of this cookie. It is derived from the
// cookie, which no other site knows, so it need not be stored. Its text is new each time: the
// length of a compressed page that also repeats its visitor's input would reveal a constant one
// (BREACH).
std::string form_token(const SecretToken& cookie);
bool is_form_token(std::string_view text, const SecretToken& cookie);

// Base62 (0-9, A-Z, a-z) and the checksum that access tokens of several services end with: six such
// digits of the CRC-32 of what is before them, so that a mistyped or invented token is recognised
// without a query.

inline constexpr std::string_view kBase62Digits =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

inline constexpr std::size_t kBase62ChecksumLength = 6;
std::string base62_checksum(std::string_view data);

}  // namespace core
