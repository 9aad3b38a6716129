// Errors as a model reads them that has called a tool: what was wrong, and what to do instead.
#pragma once

#include <string>

#include "core/error.h"

namespace handlers::mcp {

std::string tool_error(const core::Error& error);

}  // namespace handlers::mcp
