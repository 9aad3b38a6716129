// Authorization: a signed-in user is asked whether an app may have access (RFC 6749, 4.1, with
// PKCE, RFC 7636), and decides.
//
// Nothing is stored until the user decides: the request is then read and checked again. A browser
// is redirected only to a redirect URI of the client.
//
// Not thread-safe. Everything it refers to must outlive it. Throws what its stores throw.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "core/error.h"
#include "core/oauth_client.h"
#include "core/oauth_grant.h"
#include "core/principal.h"
#include "core/security/tokens.h"
#include "core/text/form.h"

namespace db {
class ClientStore;
class GrantStore;
}  // namespace db

namespace app {

class ClientDirectory;

struct AccessRequest {
  core::OAuthClient client;
  core::RedirectUri redirect_uri;
  core::RequestedAccess access;
  core::CodeChallenge challenge;
  std::string state;
};

// Where the browser is redirected, and how the page names that site.
struct ClientRedirect {
  std::string location;
  std::string destination;
};

class Authorization {
 public:
  struct Stores {
    ClientDirectory& directory;
    db::ClientStore& clients;
    db::GrantStore& grants;
  };
  Authorization(const Stores& stores, const std::string& public_base_url,
                const core::RedirectSchemes& schemes)
      : stores_(stores), public_base_url_(public_base_url), schemes_(schemes) {}

  // Reads the parameters of the authorization request. An Error is for the user: the client or its
  // redirect URI is unknown. All other errors are for the app.
  using Reading = std::variant<AccessRequest, ClientRedirect, core::Error>;
  Reading read(const core::Principal& principal, const core::FormFields& parameters);

  // Gives the access within the limits, in the user's session. Errors: forbidden.
  core::Result<ClientRedirect> allow(const core::Principal& principal, const AccessRequest& request,
                                     const core::PublishingLimits& limits);
  ClientRedirect deny(const AccessRequest& request) const;

 private:
  ClientRedirect refusal(const core::RedirectUri& uri, const std::string& state,
                         const core::OAuthError& error) const;

  Stores stores_;
  const std::string& public_base_url_;
  const core::RedirectSchemes& schemes_;
};

// The error for a user who has too many grants, or whose session has ended.
core::Error cannot_connect();

}  // namespace app

namespace app {

// The scopes and the resource that an app requests with the parameters `scope` (RFC 6749, 3.3) and
// `resource` (RFC 8707).

// A parameter; empty if it is absent.
std::string_view parameter(const core::FormFields& fields, std::string_view name);

// Without `scope`, all that concern artifacts; unknown ones are left out. Without `resource`, the
// MCP server, or the API if the client is the command for terminals. Errors: invalid_scope,
// invalid_target.
std::variant<core::RequestedAccess, core::OAuthError> read_requested_access(
    const core::OAuthClient& client, const core::FormFields& fields,
    const std::string& public_base_url);

// Whether `resource`, if it is given, is this audience's.
bool names_audience(const core::FormFields& fields, core::TokenAudience audience,
                    const std::string& public_base_url);

}  // namespace app

// ConnectedApps: the apps to which a user has given access.
//
// Not thread-safe. Everything it refers to must outlive it. Throws what its stores throw.

namespace db {
class GrantStore;
class Postgres;
class Redis;
}  // namespace db

namespace app {

class ConnectedApps {
 public:
  struct Stores {
    db::GrantStore& grants;
    db::Postgres& postgres;
    db::Redis& redis;
  };
  explicit ConnectedApps(const Stores& stores) : stores_(stores) {}

  // The latest first. Errors: forbidden.
  core::Result<std::vector<core::Grant>> list(const core::Principal& principal);
  // Errors: forbidden, not_found.
  core::Result<core::Grant> find(const core::Principal& principal, const core::GrantId& id);
  // Ends the app's access at once. Errors: those of find().
  core::Result<core::Grant> disconnect(const core::Principal& principal, const core::GrantId& id);

 private:
  Stores stores_;
};

}  // namespace app
