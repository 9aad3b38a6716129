// The methods resources/list, resources/templates/list and resources/read: the account's artifacts,
// each as Markdown, JSON and CSV.
#pragma once

#include "handlers/mcp/methods.h"

namespace handlers::mcp {

// Page by page, newest first. Nothing for a key that may not read.
std::optional<RpcError> list_resources(Call& call, const core::JsonObject& params,
                                       core::JsonWriter& result);

std::optional<RpcError> list_resource_templates(Call& call, const core::JsonObject& params,
                                                core::JsonWriter& result);

std::optional<RpcError> read_resource(Call& call, const core::JsonObject& params,
                                      core::JsonWriter& result);

}  // namespace handlers::mcp
