// The access that a user grants to an app, and the proof that a request comes from that app.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "core/error.h"
#include "core/ids.h"
#include "core/principal.h"
#include "core/security/cryptography.h"
#include "core/time.h"

namespace core {

// Grant: the access that a user has given to an app once; what a list of connected apps shows.

// An app's request for access, once it is understood.
struct RequestedAccess {
  std::string client_id;
  std::string client_name;
  TokenAudience audience = TokenAudience::mcp;
  Scopes scopes;
};

struct Grant {
  GrantId id;
  RequestedAccess access;
  Timestamp created_at;
  std::optional<Timestamp> last_used_at;
  PublishingLimits limits;
};

inline constexpr std::chrono::seconds kAccessTokenLifetime{60 * 60};
inline constexpr std::chrono::seconds kRefreshTokenLifetime{30 * 24 * 60 * 60};
inline constexpr std::chrono::seconds kAuthorizationCodeLifetime{60};
inline constexpr std::chrono::seconds kDeviceCodeLifetime{10 * 60};
// How long a device has to wait between two polls, unless it was told to wait longer.
inline constexpr std::chrono::seconds kDevicePollInterval{5};

// CodeChallenge: ensures that only the app that began a request for access can exchange its code
// (PKCE, RFC 7636, method S256 only).
class CodeChallenge {
 public:
  // A `code_challenge`: 43 characters of base64url.
  static std::optional<CodeChallenge> parse(std::string_view text);
  explicit CodeChallenge(const Sha256& hash) : hash_(hash) {}

  const Sha256& hash() const { return hash_; }
  // Whether this `code_verifier` is the challenge's. Takes constant time.
  bool is_met_by(std::string_view verifier) const;

 private:
  Sha256 hash_;
};

// UserCode: the code that a user types to let a device in (RFC 8628): eight consonants, so it
// spells no word and nothing in it is mistaken for something else; 34 bits.
class UserCode {
 public:
  static UserCode generate();
  // As people type it: in any case, with or without hyphen and spaces.
  static std::optional<UserCode> parse(std::string_view typed);

  // "BDFGHJKL"
  const std::string& text() const { return text_; }
  // "BDFG-HJKL"
  std::string shown() const { return text_.substr(0, 4) + '-' + text_.substr(4); }

 private:
  explicit UserCode(std::string text) : text_(std::move(text)) {}

  std::string text_;
};

// OAuthError: an error of the OAuth endpoints, with a code of RFC 6749, 6750, 7591 or 8628.
struct OAuthError {
  std::string_view code;    // "invalid_grant"
  std::string description;  // for developers, in ASCII without quotes
};

// The error of an endpoint for which the API's error has no code of OAuth's.
OAuthError to_oauth_error(const Error& error);

// {"error":…,"error_description":…}
std::string to_json(const OAuthError& error);

// A value, the error that the app is told, or that of the API, when the request could not be
// processed (rate_limited, unavailable).
template <typename T>
using OAuthResult = std::variant<T, OAuthError, Error>;

}  // namespace core
