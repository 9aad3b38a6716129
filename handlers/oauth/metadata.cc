// GET /.well-known/oauth-authorization-server, /.well-known/oauth-protected-resource and
// /.well-known/oauth-protected-resource/mcp; OPTIONS /oauth/token, /oauth/revoke, /oauth/register
// and /oauth/device_authorization, which scripts of any origin call
#include "core/configuration.h"
#include "core/principal.h"
#include "core/text/json_writer.h"
#include "handlers/endpoint.h"
#include "handlers/oauth/oauth_response.h"
#include "handlers/public_document.h"

namespace handlers::oauth {
namespace {

using core::JsonWriter;

void write_list(JsonWriter& json, std::string_view name,
                std::initializer_list<std::string_view> values) {
  json.key(name).begin_array();
  for (const std::string_view value : values) json.value(value);
  json.end_array();
}

void write_scopes(JsonWriter& json, const core::Scopes& scopes) {
  json.key("scopes_supported").begin_array();
  for (const std::string_view name : scopes.names()) json.value(name);
  json.end_array();
}

fcgi::Response resource_metadata(const core::Configuration& configuration,
                                 core::TokenAudience audience, std::string_view name,
                                 const core::Scopes& scopes) {
  const std::string& base = configuration.public_base_url;
  JsonWriter json;
  json.begin_object();
  json.member("resource", core::resource_of(audience, base));
  json.member("resource_name", name);
  json.key("authorization_servers").begin_array().value(base).end_array();
  write_scopes(json, scopes);
  write_list(json, "bearer_methods_supported", {"header"});
  json.member("resource_documentation", base + "/docs");
  json.end_object();
  return public_document("application/json", json.text());
}

core::Result<fcgi::Response> get_server_metadata(const Context& context) {
  const std::string& base = context.configuration.public_base_url;
  JsonWriter json;
  json.begin_object();
  json.member("issuer", base);
  json.member("authorization_endpoint", base + "/oauth/authorize");
  json.member("token_endpoint", base + "/oauth/token");
  json.member("registration_endpoint", base + "/oauth/register");
  json.member("revocation_endpoint", base + "/oauth/revoke");
  json.member("device_authorization_endpoint", base + "/oauth/device_authorization");
  write_scopes(json, core::Scopes::all());
  write_list(json, "response_types_supported", {"code"});
  write_list(json, "response_modes_supported", {"query"});
  write_list(
      json, "grant_types_supported",
      {"authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"});
  write_list(json, "token_endpoint_auth_methods_supported", {"none"});
  write_list(json, "revocation_endpoint_auth_methods_supported", {"none"});
  write_list(json, "code_challenge_methods_supported", {"S256"});
  json.member("authorization_response_iss_parameter_supported", true);
  json.member("client_id_metadata_document_supported",
              context.configuration.client_documents != core::ClientDocuments::off);
  json.member("service_documentation", base + "/docs");
  json.end_object();
  return public_document("application/json", json.text());
}

core::Result<fcgi::Response> get_api_metadata(const Context& context) {
  return resource_metadata(context.configuration, core::TokenAudience::api,
                           context.configuration.installation.name, core::Scopes::all());
}

core::Result<fcgi::Response> get_mcp_metadata(const Context& context) {
  return resource_metadata(context.configuration, core::TokenAudience::mcp,
                           context.configuration.installation.name + " MCP server",
                           core::scopes_of(core::Role::member));
}

core::Result<fcgi::Response> answer_preflight(const Context& /*context*/) {
  fcgi::Response response = fcgi::Response::plain(204, {}, {});
  response.header("Access-Control-Allow-Origin", "*");
  response.header("Access-Control-Allow-Methods", "GET, POST");
  response.header("Access-Control-Allow-Headers",
                  "Accept, Authorization, Content-Type, MCP-Protocol-Version");
  response.header("Access-Control-Max-Age", "7200");
  return response;
}

}  // namespace

std::vector<Endpoint> metadata_endpoints() {
  return {{{.method = Method::options, .pattern = "/oauth/token", .access = Access::anyone},
           answer_preflight},
          {{.method = Method::options, .pattern = "/oauth/revoke", .access = Access::anyone},
           answer_preflight},
          {{.method = Method::options, .pattern = "/oauth/register", .access = Access::anyone},
           answer_preflight},
          {{.method = Method::options,
            .pattern = "/oauth/device_authorization",
            .access = Access::anyone},
           answer_preflight},
          {{.method = Method::get,
            .pattern = "/.well-known/oauth-authorization-server",
            .access = Access::anyone},
           get_server_metadata},
          {{.method = Method::options,
            .pattern = "/.well-known/oauth-authorization-server",
            .access = Access::anyone},
           answer_preflight},
          {{.method = Method::get,
            .pattern = "/.well-known/oauth-protected-resource",
            .access = Access::anyone},
           get_api_metadata},
          {{.method = Method::options,
            .pattern = "/.well-known/oauth-protected-resource",
            .access = Access::anyone},
           answer_preflight},
          {{.method = Method::get,
            .pattern = "/.well-known/oauth-protected-resource/mcp",
            .access = Access::anyone},
           get_mcp_metadata},
          {{.method = Method::options,
            .pattern = "/.well-known/oauth-protected-resource/mcp",
            .access = Access::anyone},
           answer_preflight}};
}

}  // namespace handlers::oauth
