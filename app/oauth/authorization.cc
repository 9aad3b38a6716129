#include "app/oauth/authorization.h"

#include "app/oauth/client_directory.h"
#include "app/oauth/requested_access.h"
#include "core/clock.h"
#include "db/oauth/client_store.h"
#include "db/oauth/grant_store.h"

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

Authorization::Reading Authorization::read(const Actor& actor, const core::FormFields& parameters) {
  auto client = stores_.directory.find(actor, parameter(parameters, "client_id"));
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
  requested.scopes = requested.scopes.in_common_with(actor.scopes());
  if (requested.scopes.empty())
    return refuse("access_denied", "the user cannot grant these scopes");
  return AccessRequest{*std::move(client), *std::move(uri), std::move(requested), *challenge,
                       state};
}

core::Result<ClientRedirect> Authorization::allow(const Actor& actor,
                                                  const core::SecretToken& session,
                                                  const AccessRequest& request,
                                                  const core::PublishingLimits& limits) {
  const auto code = core::SecretToken::generate();
  const db::CodeBinding binding{.code_hash = code.hash(),
                                .challenge = request.challenge,
                                .redirect_uri = request.redirect_uri.text()};
  if (!stores_.grants.create(actor.note(), session, core::GrantId::generate(core::now()),
                             request.access, limits, binding, core::kAuthorizationCodeLifetime))
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

}  // namespace app
