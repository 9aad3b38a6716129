// Calls of tools that a client can safely repeat, with the argument idempotencyKey: the first one
// that succeeds takes effect, and its answer is returned to the others. What app/idempotency.h says
// of requests holds for them.
#pragma once

#include <functional>

#include "core/error.h"
#include "core/text/json.h"
#include "handlers/mcp/tool.h"

namespace handlers::mcp {

// For tools that would do a second time what they have done.
inline constexpr Argument kIdempotencyKey{
    "idempotencyKey",
    R"({"type":"string","description":"A random string for this call. If no answer comes, repeat it with the same arguments: it takes effect once."})"};

// Runs `work` under the key in the arguments, once; without a key, as it is. `work` is called again
// after a deadlock. Errors: its own and those of app::Idempotency, also idempotency_in_progress;
// version_erased if the version that the first call made was erased.
using Work = std::function<core::Result<ToolAnswer>()>;
core::Result<ToolAnswer> call_once(const Call& call, const Tool& tool,
                                   const core::JsonTree& arguments, const Work& work);

}  // namespace handlers::mcp
