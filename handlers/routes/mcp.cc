// The routes of the MCP server.
#include "handlers/endpoints.h"
#include "handlers/oauth/endpoints.h"
#include "handlers/routes/groups.h"

namespace handlers {

std::vector<fcgi::Route> mcp_routes(const core::Configuration& configuration,
                                    const Binding& bound) {
  using app::UseCases;
  using fcgi::Method;
  return {
      {.method = Method::post,
       .pattern = "/mcp",
       .handler = bound.messages(answer_mcp_message, &UseCases::artifacts,
                                 &UseCases::artifact_previews, &UseCases::share_links,
                                 &UseCases::share_views, &UseCases::request_admission),
       .refuses_foreign_origins = true,
       .audience = core::TokenAudience::mcp,
       .challenge = oauth::mcp_challenge(configuration)},
      {.method = Method::get,
       .pattern = "/mcp/server-card",
       .handler = bound.open(get_server_card)},
  };
}

}  // namespace handlers
