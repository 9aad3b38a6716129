// The methods resources/list, resources/templates/list and resources/read: the skill for agents
// (handlers/skill.h), and the account's artifacts as Markdown, JSON and CSV.
#pragma once

#include "handlers/mcp/server.h"

namespace handlers::mcp {

// In pages: the skill, and then the artifacts, newest first; none for a key without permission to
// read.
std::optional<RpcError> list_resources(Call& call, const core::JsonTree& params,
                                       core::JsonWriter& result);

std::optional<RpcError> list_resource_templates(Call& call, const core::JsonTree& params,
                                                core::JsonWriter& result);

// The scopes that reading a resource needs: none for the skill.
core::Scopes scopes_to_read(const core::JsonTree& params);

std::optional<RpcError> read_resource(Call& call, const core::JsonTree& params,
                                      core::JsonWriter& result);

}  // namespace handlers::mcp
