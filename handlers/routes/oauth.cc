// The routes of OAuth, for apps.
#include "handlers/oauth/endpoints.h"
#include "handlers/routes/groups.h"
#include "handlers/routes/handler_options.h"

namespace handlers {

std::vector<fcgi::Route> oauth_routes(const Binding& bound) {
  using app::UseCases;
  using fcgi::Method;
  return {
      {.method = Method::get,
       .pattern = "/dashboard/device",
       .handler = bound.signed_in(oauth::show_device)},
      {.method = Method::post,
       .pattern = "/dashboard/device",
       .handler =
           bound.adds(bound.signed_in(oauth::submit_device_code, &UseCases::device_sign_in))},
      {.method = Method::get,
       .pattern = "/oauth/authorize",
       .handler =
           keeping_query(bound.signed_in(oauth::show_authorization, &UseCases::authorization))},
      {.method = Method::post,
       .pattern = "/oauth/authorize",
       .handler =
           bound.adds(bound.signed_in(oauth::decide_authorization, &UseCases::authorization))},
      {.method = Method::post,
       .pattern = "/oauth/token",
       .handler = bound.open(oauth::exchange_token, &UseCases::token_exchange)},
      {.method = Method::options,
       .pattern = "/oauth/token",
       .handler = bound.open(oauth::answer_preflight)},
      {.method = Method::post,
       .pattern = "/oauth/revoke",
       .handler = bound.open(oauth::revoke_token, &UseCases::token_exchange)},
      {.method = Method::options,
       .pattern = "/oauth/revoke",
       .handler = bound.open(oauth::answer_preflight)},
      {.method = Method::post,
       .pattern = "/oauth/register",
       .handler =
           with_text(bound.adds(bound.open(oauth::register_client, &UseCases::client_directory)))},
      {.method = Method::options,
       .pattern = "/oauth/register",
       .handler = bound.open(oauth::answer_preflight)},
      {.method = Method::post,
       .pattern = "/oauth/device_authorization",
       .handler = bound.adds(bound.open(oauth::begin_device_sign_in, &UseCases::device_sign_in))},
      {.method = Method::options,
       .pattern = "/oauth/device_authorization",
       .handler = bound.open(oauth::answer_preflight)},
      {.method = Method::get,
       .pattern = "/.well-known/oauth-authorization-server",
       .handler = bound.open(oauth::get_server_metadata)},
      {.method = Method::options,
       .pattern = "/.well-known/oauth-authorization-server",
       .handler = bound.open(oauth::answer_preflight)},
      {.method = Method::get,
       .pattern = "/.well-known/oauth-protected-resource",
       .handler = bound.open(oauth::get_api_metadata)},
      {.method = Method::options,
       .pattern = "/.well-known/oauth-protected-resource",
       .handler = bound.open(oauth::answer_preflight)},
      {.method = Method::get,
       .pattern = "/.well-known/oauth-protected-resource/mcp",
       .handler = bound.open(oauth::get_mcp_metadata)},
      {.method = Method::options,
       .pattern = "/.well-known/oauth-protected-resource/mcp",
       .handler = bound.open(oauth::answer_preflight)},
  };
}

}  // namespace handlers
