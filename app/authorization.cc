#include "app/authorization.h"

#include <algorithm>

#include "app/clients.h"
#include "core/time.h"
#include "db/client_store.h"
#include "db/connection/postgres.h"
#include "db/counters/usage_store.h"
#include "db/grant_store.h"

namespace app {
namespace {

using core::Error;
using core::ErrorCode;
using core::OAuthError;

}  // namespace

Error cannot_connect() {
  return {ErrorCode::forbidden,
          "you have connected " + std::to_string(db::GrantStore::kMaximumPerUser) + " apps, or " +
              std::to_string(db::GrantStore::kMaximumPerMonth) +
              " within 30 days, which is the most, or your session has ended; disconnect an app "
              "under Settings, Connected apps, or sign in again"};
}

ClientRedirect Authorization::refusal(const core::RedirectUri& uri, const std::string& state,
                                      const OAuthError& error) const {
  return {uri.with(core::write_form({{"error", error.code},
                                     {"error_description", error.description},
                                     {"state", state},
                                     {"iss", public_base_url_}})),
          uri.place()};
}

Authorization::Reading Authorization::read(const core::Principal& principal,
                                           const core::FormFields& parameters) {
  auto client = stores_.directory.find(principal, parameter(parameters, "client_id"));
  if (!client) return client.error();
  auto uri = core::RedirectUri::parse(parameter(parameters, "redirect_uri"), schemes_);
  if (!uri) return uri.error();
  if (!client->admits(*uri)) {
    return Error{ErrorCode::invalid_request,
                 "the app that sent you here requested a redirect to an address that is not "
                 "registered for it, so you were not redirected"};
  }

  const std::string state(parameter(parameters, "state"));
  const auto refuse = [&](std::string_view code, std::string description) {
    return refusal(*uri, state, {code, std::move(description)});
  };
  if (parameter(parameters, "response_type") != "code")
    return refuse("unsupported_response_type", "response_type must be code");
  const auto challenge = core::CodeChallenge::parse(parameter(parameters, "code_challenge"));
  if (!challenge || parameter(parameters, "code_challenge_method") != "S256")
    return refuse("invalid_request", "a code_challenge with the method S256 is required (PKCE)");
  auto access = read_requested_access(*client, parameters, public_base_url_);
  if (const auto* error = std::get_if<OAuthError>(&access)) return refusal(*uri, state, *error);
  auto& requested = std::get<core::RequestedAccess>(access);
  requested.scopes = requested.scopes.in_common_with(principal.scopes);
  if (requested.scopes.empty())
    return refuse("access_denied", "the user cannot grant these scopes");
  return AccessRequest{*std::move(client), *std::move(uri), std::move(requested), *challenge,
                       state};
}

core::Result<ClientRedirect> Authorization::allow(const core::Principal& principal,
                                                  const AccessRequest& request,
                                                  const core::PublishingLimits& limits) {
  const auto code = core::SecretToken::generate();
  const db::CodeBinding binding{.code_hash = code.hash(),
                                .challenge = request.challenge,
                                .redirect_uri = request.redirect_uri.text()};
  if (!stores_.grants.create(principal, core::GrantId::generate(core::now()), request.access,
                             limits, binding, core::kAuthorizationCodeLifetime))
    return cannot_connect();
  if (const auto registered = core::ClientId::parse(request.client.id))
    stores_.clients.note_use(*registered);
  return ClientRedirect{
      request.redirect_uri.with(core::write_form(
          {{"code", code.text()}, {"state", request.state}, {"iss", public_base_url_}})),
      request.redirect_uri.place()};
}

ClientRedirect Authorization::deny(const AccessRequest& request) const {
  return refusal(request.redirect_uri, request.state, {"access_denied", "the user denied access"});
}

std::string_view parameter(const core::FormFields& fields, std::string_view name) {
  const auto found = fields.find(name);
  return found == fields.end() ? std::string_view() : std::string_view(found->second);
}

std::variant<core::RequestedAccess, core::OAuthError> read_requested_access(
    const core::OAuthClient& client, const core::FormFields& fields,
    const std::string& public_base_url) {
  core::RequestedAccess access{.client_id = client.id,
                               .client_name = client.name,
                               .audience = client.source == core::OAuthClient::Source::built_in
                                               ? core::TokenAudience::api
                                               : core::TokenAudience::mcp,
                               .scopes = core::scopes_of(core::Role::member)};
  if (const std::string_view scope = parameter(fields, "scope"); !scope.empty()) {
    access.scopes = core::Scopes::known_in(scope);
    if (access.scopes.empty())
      return core::OAuthError{"invalid_scope", "known scopes are " + core::Scopes::all().text()};
  }
  if (const std::string_view resource = parameter(fields, "resource"); !resource.empty()) {
    const auto audience = core::audience_of(resource, public_base_url);
    if (!audience) {
      return core::OAuthError{"invalid_target", "known resources are " + public_base_url + " and " +
                                                    public_base_url + "/mcp"};
    }
    access.audience = *audience;
  }
  return access;
}

bool names_audience(const core::FormFields& fields, core::TokenAudience audience,
                    const std::string& public_base_url) {
  const std::string_view resource = parameter(fields, "resource");
  return resource.empty() || core::audience_of(resource, public_base_url) == audience;
}

core::Result<std::vector<core::Grant>> ConnectedApps::list(const core::Principal& principal) {
  const auto user = principal.signed_in_user();
  if (!user) return user.error();
  std::vector<core::Grant> grants = stores_.grants.list(*user);
  db::UsageStore(stores_.postgres, stores_.redis).add_pending_uses(grants);
  return grants;
}

core::Result<core::Grant> ConnectedApps::find(const core::Principal& principal,
                                              const core::GrantId& id) {
  const auto user = principal.signed_in_user();
  if (!user) return user.error();
  auto grant = stores_.grants.find(*user, id);
  if (!grant)
    return core::Error{core::ErrorCode::not_found, "you have no connected app with this id"};
  return *std::move(grant);
}

core::Result<core::Grant> ConnectedApps::disconnect(const core::Principal& principal,
                                                    const core::GrantId& id) {
  auto grant = find(principal, id);
  if (grant) {
    db::revoke_grant(stores_.postgres, stores_.redis, principal,
                     core::AuditAction::app_disconnected, *principal.signed_in_user(), id);
  }
  return grant;
}

}  // namespace app
