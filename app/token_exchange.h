// TokenExchange: apps exchange the code that a user gave them for tokens, and a refresh token for
// new ones (RFC 6749, 4.1.3 and 6; RFC 8628, 3.4), or revoke them (RFC 7009).
//
// A code or refresh token that is used a second time ends its grant, as one of its two users has
// stolen it. A refresh token may be used again within half a minute as long as the refresh
// token issued for it was not, for an app that did not receive the response; the token issued
// before then counts as used, so there is one valid refresh token at any time.
//
// Not thread-safe. Everything it refers to must outlive it. Throws what its stores throw.
#pragma once

#include <string>
#include <string_view>

#include "core/oauth_grant.h"
#include "core/principal.h"
#include "core/security/tokens.h"
#include "core/text/form.h"

namespace core {
enum class AuditAction;
}
namespace db {
class AttemptCounter;
class DeviceCodeStore;
class GrantStore;
class Postgres;
class Redis;
struct ShownGrant;
}  // namespace db

namespace app {

struct IssuedTokens {
  core::AccessToken access;
  core::RefreshToken refresh;
  core::Scopes scopes;
};

class TokenExchange {
 public:
  struct Stores {
    db::Postgres& postgres;
    db::Redis& redis;
    db::GrantStore& grants;
    db::DeviceCodeStore& device_codes;
    db::AttemptCounter& attempts;
  };
  TokenExchange(const Stores& stores, const std::string& public_base_url)
      : stores_(stores), public_base_url_(public_base_url) {}

  // Errors: rate_limited, and the OAuth errors of the token endpoint.
  using Outcome = core::OAuthResult<IssuedTokens>;
  Outcome exchange(const core::FormFields& form, std::string_view client_address);

  // Ends the grant of an access or refresh token; a token that is unknown is no error.
  struct Revoked {};
  core::OAuthResult<Revoked> revoke(const core::FormFields& form, std::string_view client_address);

 private:
  Outcome exchange_code(const core::FormFields& form, std::string_view client_address);
  Outcome refresh(const core::FormFields& form, std::string_view client_address);
  Outcome poll_device_code(const core::FormFields& form);
  void end(const db::ShownGrant& grant, core::AuditAction action, std::string_view client_address);

  Stores stores_;
  const std::string& public_base_url_;
};

}  // namespace app
