// The endpoints of OAuth 2.1; each has its own file. handlers/routes/ has their paths.
#pragma once

#include <string>

#include "core/error.h"
#include "core/principal.h"
#include "fcgi/request.h"
#include "fcgi/response.h"

namespace app {
class Authorization;
class ClientDirectory;
class DeviceSignIn;
class TokenExchange;
}  // namespace app
namespace core {
struct Configuration;
}

namespace handlers::oauth {

// What apps find the endpoints by (RFC 8414, RFC 9728).
core::Result<fcgi::Response> get_server_metadata(const core::Configuration& configuration,
                                                 const fcgi::Request& request);
core::Result<fcgi::Response> get_api_metadata(const core::Configuration& configuration,
                                              const fcgi::Request& request);
core::Result<fcgi::Response> get_mcp_metadata(const core::Configuration& configuration,
                                              const fcgi::Request& request);

std::string mcp_metadata_url(const core::Configuration& configuration);
// The parameters of the MCP server's Bearer challenge, which lead there.
std::string mcp_challenge(const core::Configuration& configuration);

// For users.
core::Result<fcgi::Response> show_authorization(app::Authorization& authorization,
                                                const fcgi::Request& request,
                                                const core::Session& session);
core::Result<fcgi::Response> decide_authorization(app::Authorization& authorization,
                                                  const fcgi::Request& request,
                                                  const core::Session& session);

core::Result<fcgi::Response> show_device(const fcgi::Request& request,
                                         const core::Session& session);
core::Result<fcgi::Response> submit_device_code(app::DeviceSignIn& device_sign_in,
                                                const fcgi::Request& request,
                                                const core::Session& session);

// For apps.
core::Result<fcgi::Response> exchange_token(app::TokenExchange& token_exchange,
                                            const fcgi::Request& request);
core::Result<fcgi::Response> revoke_token(app::TokenExchange& token_exchange,
                                          const fcgi::Request& request);
core::Result<fcgi::Response> register_client(app::ClientDirectory& client_directory,
                                             const fcgi::Request& request);
core::Result<fcgi::Response> begin_device_sign_in(const core::Configuration& configuration,
                                                  app::DeviceSignIn& device_sign_in,
                                                  const fcgi::Request& request);
// Browsers ask it before a script of another origin calls one of the endpoints for apps.
core::Result<fcgi::Response> answer_preflight(const fcgi::Request& request);

}  // namespace handlers::oauth
