// DeviceSignIn: a program on a device without a browser gets access when its user types the code
// that it shows (RFC 8628). Only the command for terminals may ask.
//
// Attempts at a code are limited (db/counters/attempt_counter.h).
//
// Not thread-safe. Everything it refers to must outlive it. Throws what its stores throw.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/error.h"
#include "core/oauth_grant.h"
#include "core/principal.h"
#include "core/security/tokens.h"
#include "core/text/form.h"

namespace db {
class AttemptCounter;
class DeviceCodeStore;
class GrantStore;
class Postgres;
}  // namespace db

namespace app {

struct BegunSignIn {
  core::SecretToken device_code;
  core::UserCode user_code;
};

struct DeviceRequest {
  core::UserCode user_code;
  core::RequestedAccess access;
};

class DeviceSignIn {
 public:
  struct Stores {
    db::Postgres& postgres;
    db::GrantStore& grants;
    db::DeviceCodeStore& device_codes;
    db::AttemptCounter& attempts;
  };
  DeviceSignIn(const Stores& stores, const std::string& public_base_url)
      : stores_(stores), public_base_url_(public_base_url) {}

  // Errors: rate_limited; unauthorized_client, invalid_scope, invalid_target.
  core::OAuthResult<BegunSignIn> begin(const core::FormFields& form,
                                       std::string_view client_address);

  // The request with this code, as far as the user may allow it. Errors: invalid_request for the
  // field user_code, rate_limited, forbidden.
  core::Result<DeviceRequest> find(const core::Principal& principal, std::string_view typed_code);
  // The user's decision: the limits within which they allow it, or nothing. Errors: those of
  // find().
  std::optional<core::Error> decide(const core::Principal& principal, std::string_view typed_code,
                                    const std::optional<core::PublishingLimits>& allowed);

 private:
  Stores stores_;
  const std::string& public_base_url_;
};

}  // namespace app
