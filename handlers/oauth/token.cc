// POST /oauth/token and /oauth/revoke
#include "app/oauth/token_exchange.h"
#include "core/json/json_writer.h"
#include "core/oauth/grant.h"
#include "handlers/oauth/endpoints.h"
#include "handlers/oauth/form_body.h"
#include "handlers/oauth/oauth_response.h"

namespace handlers::oauth {

core::Result<fcgi::Response> exchange_token(app::TokenExchange& token_exchange,
                                            const fcgi::Request& request) {
  if (const auto problem = check_is_form(request)) return error_response(*problem);
  return respond<app::IssuedTokens>(
      token_exchange.exchange(request.form(), request.client_address()),
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

core::Result<fcgi::Response> revoke_token(app::TokenExchange& token_exchange,
                                          const fcgi::Request& request) {
  if (const auto problem = check_is_form(request)) return error_response(*problem);
  return respond<app::TokenExchange::Revoked>(
      token_exchange.revoke(request.form(), request.client_address()),
      [](const app::TokenExchange::Revoked&) { return json_response(200, "{}"); });
}

}  // namespace handlers::oauth
