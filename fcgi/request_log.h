// Log lines of requests (runtime/process.h).
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "core/configuration.h"
#include "core/work_meter.h"
#include "fcgi/request.h"
#include "fcgi/routes.h"

namespace fcgi {

struct LogLine {
  core::LogLevel severity = core::LogLevel::info;  // in the journal
  std::string text = {};
};

// Level info; warning for client errors (4xx), error for server errors (5xx).
// {"time":…,"request_id":…,"method":…,"route":…,"status":…,"duration_us":…,"cpu_us":…,
// "turn_cpu_us":…,"transaction_cpu_us":…,"client":…,"artifact":…,"account":…}; empty if the level
// or sampling excludes it. The CPU time is that without a turn, that with one, and the part of both
// in transactions; the latter two only if there was any. The severity in the journal is error for
// server errors and info for all others, as what a client did wrong is no warning for the operator.
LogLine request_line(const Request& request, const Answer& answer,
                     std::chrono::microseconds duration, const core::WorkMeter::Cost& cost);
// Writes such a line. The request may be destroyed already.
void log_request(LogLine line);

// A failure while handling a request; level error.
void log_failure(const Request& request, std::string_view message);

}  // namespace fcgi
