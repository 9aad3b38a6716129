// LogLevel: how much a line of the log matters. A log of one level has the lines of those after it.
#pragma once

#include <cstdint>

namespace core {

enum class LogLevel : std::uint8_t { info, warning, error };

}  // namespace core
