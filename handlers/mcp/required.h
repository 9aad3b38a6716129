// Whether an argument of a tool or a prompt has to be given.
#pragma once

namespace handlers::mcp {

enum class Required : bool { no, yes };

}  // namespace handlers::mcp
