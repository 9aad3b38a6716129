// GET and POST /oauth/authorize and /dashboard/device: a signed-in user decides whether an app may
// have access, by the app's request (OAuth's authorization code) or by the code that a device shows
#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "app/authorization.h"
#include "app/device_sign_in.h"
#include "app/publishing_rules.h"
#include "core/fields.h"
#include "core/oauth_grant.h"
#include "core/principal.h"
#include "handlers/dashboard/authorize.html.h"
#include "handlers/dashboard/page.h"
#include "handlers/endpoint.h"
#include "html/html.h"
#include "pages/forms.h"
#include "pages/frame.h"

namespace handlers::dashboard {
namespace {

using html::Html;

using Reading = app::Authorization::Reading;

// The app's own name; its direction does not affect the text around it.
Html app_name(std::string_view name) { return authorize_html::app_name({name}); }

Html access_list(const core::Scopes& scopes) {
  Html list;
  for (const std::string_view name : scopes.names()) {
    list += authorize_html::access(
        {.meaning = pages::meaning_of(core::parse_scope(name).value()), .name = name});
  }
  return authorize_html::access_list({list});
}

Html account_of(const core::Principal& principal) {
  return authorize_html::account({.account_name = principal.account_name, .name = principal.name});
}

// "https://app.example.org/oauth/client" as "app.example.org".
std::string_view host_in(std::string_view url) {
  url.remove_prefix(std::min(url.size(), url.find("//") + 2));
  return url.substr(0, url.find('/'));
}

// The facts about the app: the name of a registered one is not verified.
Html identity_of(const core::OAuthClient& client) {
  switch (client.source) {
    case core::OAuthClient::Source::built_in:
      return authorize_html::own_program();
    case core::OAuthClient::Source::document:
      return authorize_html::host_of_app({host_in(client.id)});
    case core::OAuthClient::Source::registered:
      break;
  }
  return authorize_html::unproven_name();
}

// Where the browser is redirected.
Html destination_of(const core::RedirectUri& uri) {
  return uri.is_local() ? authorize_html::this_computer({uri.place()})
                        : authorize_html::other_site({uri.place()});
}

// Collapsed, as most users set no limits.
Html limits_to_choose() {
  return authorize_html::limits_to_choose({pages::limit_fields({}, "app")});
}

constexpr std::array<std::string_view, 8> kParameters{
    "client_id", "redirect_uri",   "response_type",         "scope",
    "state",     "code_challenge", "code_challenge_method", "resource"};

// The fields of the form for a decision: its token, and the request's parameters, sent again.
Html fields_of(const core::Principal& principal, const core::FormFields& parameters) {
  Html fields = pages::form_token_field(core::form_token(principal.browser()));
  for (const std::string_view name : kParameters) {
    if (const auto found = parameters.find(name); found != parameters.end()) {
      fields += pages::hidden_field(name, found->second);
    }
  }
  return fields;
}

// Browsers come here from forms whose policy allows redirects to this service only (of this page,
// or of signing in). So this is a page that redirects without a script.
fcgi::Response return_to_app(const Context& context, const app::ClientRedirect& redirect) {
  return narrow_page(context, 200, "Returning to the app",
                     authorize_html::returning(
                         {.location = redirect.location, .destination = redirect.destination}),
                     authorize_html::return_script({redirect.location}));
}

fcgi::Response device_form(const Context& context, int status, std::string_view code,
                           std::string_view problem) {
  return narrow_page(
      context, status, "Connect a device",
      authorize_html::device_form({.form_token = form_token_field(context),
                                   .problem = pages::problem_note(problem),
                                   .code = code,
                                   .problem_id = problem.empty() ? "" : " problem"}));
}

core::Result<fcgi::Response> show_authorization(const Context& context) {
  if (auto problem = context.request.query_problem()) return *std::move(problem);
  const Reading reading =
      context.app.authorization.read(context.principal, context.request.query_fields());
  if (const auto* error = std::get_if<core::Error>(&reading)) return *error;
  if (const auto* redirect = std::get_if<app::ClientRedirect>(&reading)) {
    // No automatic redirect: anyone can register an app, and could then use this service as an open
    // redirector to their site (RFC 9700, 4.11.2).
    return narrow_page(context, 200, "The app’s request was not accepted",
                       authorize_html::returns_automatically(
                           {.destination = redirect->destination, .location = redirect->location}));
  }
  const auto& asked = std::get<app::AccessRequest>(reading);
  return narrow_page(context, 200, "Connect an app",
                     authorize_html::authorization(
                         {.app = app_name(asked.client.name),
                          .identity = identity_of(asked.client),
                          .access = access_list(asked.access.scopes),
                          .account = account_of(context.principal),
                          .destination = destination_of(asked.redirect_uri),
                          .fields = fields_of(context.principal, context.request.query_fields()),
                          .limits = limits_to_choose(),
                          .decision = authorize_html::decision()}));
}

core::Result<fcgi::Response> decide_authorization(const Context& context) {
  const core::Principal& user = context.principal;
  const Reading reading = context.app.authorization.read(user, context.request.form());
  if (const auto* error = std::get_if<core::Error>(&reading)) return *error;
  if (const auto* redirect = std::get_if<app::ClientRedirect>(&reading))
    return return_to_app(context, *redirect);
  const auto& asked = std::get<app::AccessRequest>(reading);
  if (context.request.form_field("decision") != "allow")
    return return_to_app(context, context.app.authorization.deny(asked));
  core::FieldReader reader(context.request.form());
  const core::PublishingLimits limits = app::read_publishing_limits(reader);
  if (reader.error()) return *reader.error();
  const auto allowed = context.app.authorization.allow(user, asked, limits);
  if (!allowed) return allowed.error();
  return return_to_app(context, *allowed);
}

// A code in the URL is ignored: the person who sent the user here could have begun the sign-in.
core::Result<fcgi::Response> show_device(const Context& context) {
  return device_form(context, 200, {}, {});
}

core::Result<fcgi::Response> submit_device_code(const Context& context) {
  const core::Principal& user = context.principal;
  const std::string_view code = context.request.form_field("user_code");
  const std::string_view decision = context.request.form_field("decision");
  const auto refuse = [&](const core::Error& error) {
    return form_refusal(error, [&](int status, std::string_view problem) {
      return device_form(context, status, code, problem);
    });
  };
  if (decision.empty()) {
    const auto asked = context.app.device_sign_in.find(user, code);
    if (!asked) return refuse(asked.error());
    const std::string shown = asked->user_code.shown();
    return narrow_page(
        context, 200, "Connect a device",
        authorize_html::device_authorization({.app = app_name(asked->access.client_name),
                                              .shown = shown,
                                              .access = access_list(asked->access.scopes),
                                              .account = account_of(context.principal),
                                              .form_token = form_token_field(context),
                                              .limits = limits_to_choose(),
                                              .decision = authorize_html::decision()}));
  }
  std::optional<core::PublishingLimits> allowed;
  if (decision == "allow") {
    core::FieldReader reader(context.request.form());
    allowed = app::read_publishing_limits(reader);
    if (reader.error()) return refuse(*reader.error());
  }
  if (const auto problem = context.app.device_sign_in.decide(user, code, allowed))
    return refuse(*problem);
  const bool is_allowed = allowed.has_value();
  return narrow_page(
      context, 200, is_allowed ? "Device connected" : "Access denied",
      authorize_html::device_done(
          {.title = is_allowed ? "Device connected" : "Access denied",
           .text = is_allowed ? "You can close this page and go back to your terminal."
                              : "The device gets no access. You can close this page."}));
}

}  // namespace

std::vector<Endpoint> authorization_endpoints() {
  return {{{.method = Method::get, .pattern = "/dashboard/device", .access = Access::user},
           show_device},
          {{.method = Method::post,
            .pattern = "/dashboard/device",
            .access = Access::user,
            .adds = true},
           submit_device_code},
          {{.method = Method::get,
            .pattern = "/oauth/authorize",
            .access = Access::user,
            .keeps_query = true},
           show_authorization},
          {{.method = Method::post,
            .pattern = "/oauth/authorize",
            .access = Access::user,
            .adds = true},
           decide_authorization}};
}

}  // namespace handlers::dashboard
