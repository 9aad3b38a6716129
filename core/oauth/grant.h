// Grant: the access that a user has given to an app once; what a list of connected apps shows.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "core/identity/public_id.h"
#include "core/identity/publishing_limits.h"
#include "core/identity/scope.h"
#include "core/oauth/token_audience.h"
#include "core/text/timestamp.h"

namespace core {

struct GrantKind {
  static constexpr std::string_view kPrefix = "app";
};
using GrantId = PublicId<GrantKind>;

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
// How long a device has to wait between two questions, unless it was told to wait longer.
inline constexpr std::chrono::seconds kDevicePollInterval{5};

}  // namespace core
