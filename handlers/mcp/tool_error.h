// The text of an error for the model that called a tool: what was wrong, with all that was found,
// and what to do about it.
#pragma once

#include <string>

#include "core/error.h"

namespace handlers::mcp {

std::string tool_error(const core::Error& error);

}  // namespace handlers::mcp
