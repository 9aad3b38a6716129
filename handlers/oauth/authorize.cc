// GET and POST /oauth/authorize: a signed-in user is asked whether an app may have access
#include <array>
#include <vector>

#include "app/authorization.h"
#include "app/publishing_rules.h"
#include "core/fields.h"
#include "handlers/dashboard/page.h"
#include "handlers/oauth/endpoints.h"
#include "pages/dashboard/sign_in/consent_page.h"

namespace handlers::oauth {
namespace {

using Reading = app::Authorization::Reading;

constexpr std::array<std::string_view, 8> kParameters{
    "client_id", "redirect_uri",   "response_type",         "scope",
    "state",     "code_challenge", "code_challenge_method", "resource"};

// The parameters, for the form to send again.
std::vector<pages::dashboard::HiddenField> parameters_in(const core::FormFields& fields) {
  std::vector<pages::dashboard::HiddenField> parameters;
  for (const std::string_view name : kParameters)
    if (const auto found = fields.find(name); found != fields.end())
      parameters.push_back({name, found->second});
  return parameters;
}

// Browsers come here from forms, of this page or of signing in, whose policy lets them lead to this
// service only, however many redirects follow. So this is a page.
fcgi::Response return_to_app(const app::ClientRedirect& redirect) {
  return dashboard::page(
      200, pages::dashboard::return_to_app_page(redirect.destination, redirect.location));
}

pages::dashboard::ConsentPage::Origin origin_of(const core::OAuthClient& client) {
  using Origin = pages::dashboard::ConsentPage::Origin;
  switch (client.source) {
    case core::OAuthClient::Source::built_in:
      return Origin::built_in;
    case core::OAuthClient::Source::document:
      return Origin::site;
    case core::OAuthClient::Source::registered:
      break;
  }
  return Origin::unverified;
}

}  // namespace

core::Result<fcgi::Response> show_authorization(app::Authorization& authorization,
                                                const fcgi::Request& request,
                                                const core::Session& session) {
  if (auto problem = request.query_problem()) return *std::move(problem);
  const Reading reading =
      authorization.read(dashboard::actor(session, request), request.query_fields());
  if (const auto* error = std::get_if<core::Error>(&reading)) return *error;
  if (const auto* redirect = std::get_if<app::ClientRedirect>(&reading)) {
    return dashboard::page(
        200, pages::dashboard::rejected_request_page(redirect->destination, redirect->location));
  }
  const auto& asked = std::get<app::AccessRequest>(reading);
  return dashboard::page(
      200, pages::dashboard::consent_page({.viewer = dashboard::viewer(session),
                                           .client_name = asked.client.name,
                                           .client_id = asked.client.id,
                                           .origin = origin_of(asked.client),
                                           .destination = asked.redirect_uri.place(),
                                           .is_local = asked.redirect_uri.is_local(),
                                           .scopes = asked.access.scopes,
                                           .parameters = parameters_in(request.query_fields())}));
}

core::Result<fcgi::Response> decide_authorization(app::Authorization& authorization,
                                                  const fcgi::Request& request,
                                                  const core::Session& session) {
  const app::Actor user = dashboard::actor(session, request);
  const Reading reading = authorization.read(user, request.form());
  if (const auto* error = std::get_if<core::Error>(&reading)) return *error;
  if (const auto* redirect = std::get_if<app::ClientRedirect>(&reading))
    return return_to_app(*redirect);
  const auto& asked = std::get<app::AccessRequest>(reading);
  if (request.form_field("decision") != "allow") return return_to_app(authorization.deny(asked));
  core::FormFieldReader reader(request.form());
  const core::PublishingLimits limits = app::read_publishing_limits(reader);
  if (reader.error()) return *reader.error();
  const auto allowed = authorization.allow(user, session.token, asked, limits);
  if (!allowed) return allowed.error();
  return return_to_app(*allowed);
}

}  // namespace handlers::oauth
