// Lists of the protocol that are read page by page.
#pragma once

#include <optional>

#include "core/json/json_object.h"
#include "handlers/mcp/message.h"

namespace handlers::mcp {

// The problem with a cursor, where the whole list is one page and gives out none.
std::optional<RpcError> refuse_cursor(const core::JsonObject& params);

}  // namespace handlers::mcp
