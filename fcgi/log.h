// The log: one JSON object a line on standard error, where systemd's journal takes it.
//
// Lines are written whole, so those of several threads do not mix. Nothing secret is ever passed to
// these functions: no key, token, password or content, and no path, which may hold a token.
#pragma once

#include <chrono>
#include <string_view>

#include "core/log_level.h"
#include "fcgi/dispatcher.h"

namespace fcgi {

// What is written: lines of this level and those after it; and of the requests that were answered
// without an error one in so many. To be said before the first thread logs; else all is.
void configure_log(core::LogLevel level, unsigned sample);

// Of level info; where the answer is an error of the client's, warning; of the service's, error.
// {"time":…,"request_id":…,"method":…,"route":…,"status":…,"duration_us":…,"account":…}
void log_request(const Request& request, const Answer& answer, std::chrono::microseconds duration);

// {"time":…,"event":…,"message":…}
void log_event(core::LogLevel level, std::string_view event, std::string_view message);

// The same, for something that went wrong while a request was answered; of level error.
void log_failure(const Request& request, std::string_view message);

}  // namespace fcgi
