// The methods tools/list and tools/call.
#pragma once

#include "handlers/mcp/server.h"

namespace handlers::mcp {

// The tools for which the caller has the scopes.
std::optional<RpcError> list_tools(Call& call, const core::JsonTree& params,
                                   core::JsonWriter& result);

// The scopes that a call of the tool with these arguments needs; empty if there is no such tool.
core::Scopes scopes_needed(const Call& call, const core::JsonTree& params);

// A tool's error is a result too, so that the model learns what to do instead.
std::optional<RpcError> call_tool(Call& call, const core::JsonTree& params,
                                  core::JsonWriter& result);

}  // namespace handlers::mcp
