// POST /oauth/token, /oauth/revoke, /oauth/register and /oauth/device_authorization, which apps
// call

#include "app/clients.h"
#include "app/device_sign_in.h"
#include "app/token_exchange.h"
#include "core/configuration.h"
#include "core/oauth_grant.h"
#include "core/text/json_writer.h"
#include "core/time.h"
#include "handlers/endpoint.h"
#include "handlers/oauth/oauth_response.h"

namespace handlers::oauth {
namespace {

core::Result<fcgi::Response> exchange_token(const Context& context) {
  if (const auto problem = check_is_form(context.request)) return error_response(*problem);
  return respond<app::IssuedTokens>(
      context.app.token_exchange.exchange(context.request.form(), context.request.client_address()),
      [](const app::IssuedTokens& tokens) {
        core::JsonWriter json;
        json.begin_object();
        json.member("access_token", tokens.access.secret());
        json.member("token_type", "Bearer");
        json.member("expires_in", core::kAccessTokenLifetime.count());
        json.member("refresh_token", tokens.refresh.secret());
        json.member("scope", tokens.scopes.text());
        json.end_object();
        return json_response(200, json.text());
      });
}

core::Result<fcgi::Response> revoke_token(const Context& context) {
  if (const auto problem = check_is_form(context.request)) return error_response(*problem);
  return respond<app::TokenExchange::Revoked>(
      context.app.token_exchange.revoke(context.request.form(), context.request.client_address()),
      [](const app::TokenExchange::Revoked&) { return json_response(200, "{}"); });
}

core::Result<fcgi::Response> register_client(const Context& context) {
  return respond<core::OAuthClient>(
      context.app.client_directory.add(context.request.body(), context.request.client_address()),
      [](const core::OAuthClient& client) {
        core::JsonWriter json;
        json.begin_object();
        json.member("client_id", client.id);
        json.member("client_id_issued_at", core::now().unix_milliseconds() / 1000);
        json.member("client_name", client.name);
        json.key("redirect_uris").begin_array();
        for (const core::RedirectUri& uri : client.redirect_uris) json.value(uri.text());
        json.end_array();
        json.key("grant_types").begin_array();
        json.value("authorization_code").value("refresh_token").end_array();
        json.key("response_types").begin_array().value("code").end_array();
        json.member("token_endpoint_auth_method", "none");
        json.end_object();
        return json_response(201, json.text());
      });
}

core::Result<fcgi::Response> begin_device_sign_in(const Context& context) {
  if (const auto problem = check_is_form(context.request)) return error_response(*problem);
  return respond<app::BegunSignIn>(
      context.app.device_sign_in.begin(context.request.form(), context.request.client_address()),
      [&](const app::BegunSignIn& begun) {
        core::JsonWriter json;
        json.begin_object();
        json.member("device_code", begun.device_code.text());
        json.member("user_code", begun.user_code.shown());
        // Without verification_uri_complete: the user compares the code by typing it.
        json.member("verification_uri",
                    context.configuration.public_base_url + "/dashboard/device");
        json.member("expires_in", core::kDeviceCodeLifetime.count());
        json.member("interval", core::kDevicePollInterval.count());
        json.end_object();
        return json_response(200, json.text());
      });
}

}  // namespace

std::vector<Endpoint> token_endpoints() {
  return {{{.method = Method::post, .pattern = "/oauth/token", .access = Access::anyone},
           exchange_token},
          {{.method = Method::post, .pattern = "/oauth/revoke", .access = Access::anyone},
           revoke_token},
          {{.method = Method::post,
            .pattern = "/oauth/register",
            .access = Access::anyone,
            .adds = true,
            .takes_text = true},
           register_client},
          {{.method = Method::post,
            .pattern = "/oauth/device_authorization",
            .access = Access::anyone,
            .adds = true},
           begin_device_sign_in}};
}

}  // namespace handlers::oauth
