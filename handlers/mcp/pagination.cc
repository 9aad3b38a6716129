#include "handlers/mcp/pagination.h"

namespace handlers::mcp {

std::optional<RpcError> refuse_cursor(const core::JsonObject& params) {
  const core::JsonMember* const cursor = params.find("cursor");
  if (cursor == nullptr || cursor->type == core::JsonType::null) return std::nullopt;
  return RpcError{RpcCode::invalid_params, "unknown cursor; this list is one page"};
}

}  // namespace handlers::mcp
