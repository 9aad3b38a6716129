#include "handlers/mcp_challenge.h"

#include "core/principal.h"

namespace handlers {

std::string mcp_metadata_url(const core::Configuration& configuration) {
  return configuration.public_base_url + "/.well-known/oauth-protected-resource/mcp";
}

std::string mcp_challenge(const core::Configuration& configuration) {
  return "realm=\"mcp\", resource_metadata=\"" + mcp_metadata_url(configuration) + "\", scope=\"" +
         core::scopes_of(core::Role::member).text() + '"';
}

}  // namespace handlers
