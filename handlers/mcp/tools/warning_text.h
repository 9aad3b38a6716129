// The warnings in a tool's result, which the model can act on.
#pragma once

#include <string>
#include <vector>

#include "core/warning.h"

namespace handlers::mcp {

// JSON Schema of the member that core::write_warnings() writes.
inline constexpr const char* kWarningsSchema =
    R"({"type":"array","items":{"type":"object","properties":{"code":{"type":"string"},"message":{"type":"string"},"field":{"type":"string"},"secret":{"type":"object","properties":{"kind":{"type":"string"},"line":{"type":"integer"},"column":{"type":"integer"}},"required":["kind","line","column"]}},"required":["code","message"]}})";

// A line for each; empty if there are none.
std::string warning_lines(const std::vector<core::Warning>& warnings);

}  // namespace handlers::mcp
