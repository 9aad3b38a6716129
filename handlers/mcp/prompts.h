// The methods prompts/list and prompts/get: ready-made tasks that users can give to a model.
#pragma once

#include "handlers/mcp/server.h"

namespace handlers::mcp {

std::optional<RpcError> list_prompts(Call& call, const core::JsonTree& params,
                                     core::JsonWriter& result);

std::optional<RpcError> get_prompt(Call& call, const core::JsonTree& params,
                                   core::JsonWriter& result);

}  // namespace handlers::mcp
