// How a client of the MCP server finds out where to get access (RFC 9728).
#pragma once

#include <string>

#include "core/configuration.h"

namespace handlers {

// The address of the MCP server's metadata.
std::string mcp_metadata_url(const core::Configuration& configuration);

// The parameters of its Bearer challenge, which name it.
std::string mcp_challenge(const core::Configuration& configuration);

}  // namespace handlers
