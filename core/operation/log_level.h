// LogLevel: the severity of a log line, in ascending order. A log has the lines of its level and of
// all higher ones.
#pragma once

#include <cstdint>

namespace core {

enum class LogLevel : std::uint8_t { info, warning, error };

}  // namespace core
