// Pagination of the protocol's lists.
#pragma once

#include <optional>

#include "core/json/json_object.h"
#include "handlers/mcp/message.h"

namespace handlers::mcp {

// Rejects a cursor for a list that is always a single page.
std::optional<RpcError> refuse_cursor(const core::JsonObject& params);

}  // namespace handlers::mcp
