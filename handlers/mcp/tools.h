// The methods tools/list and tools/call.
#pragma once

#include "handlers/mcp/methods.h"

namespace handlers::mcp {

// The tools for which the caller has the scopes.
std::optional<RpcError> list_tools(Call& call, const core::JsonObject& params,
                                   core::JsonWriter& result);

// The scopes of the tool that the call names, if the caller lacks one of them.
std::optional<core::Scopes> scopes_lacking(const Call& call, const core::JsonObject& params);

// A tool's error is a result too, so that the model learns what to do instead.
std::optional<RpcError> call_tool(Call& call, const core::JsonObject& params,
                                  core::JsonWriter& result);

}  // namespace handlers::mcp
