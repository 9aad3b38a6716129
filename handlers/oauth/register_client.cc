// POST /oauth/register
#include "app/oauth/client_directory.h"
#include "core/clock.h"
#include "core/json/json_writer.h"
#include "handlers/oauth/endpoints.h"
#include "handlers/oauth/oauth_response.h"

namespace handlers::oauth {

core::Result<fcgi::Response> register_client(app::ClientDirectory& client_directory,
                                             const fcgi::Request& request) {
  return respond<core::OAuthClient>(
      client_directory.add(request.body(), request.client_address()),
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

}  // namespace handlers::oauth
