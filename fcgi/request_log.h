// What the log (runtime/log.h) says of requests.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "fcgi/dispatcher.h"

namespace fcgi {

// Of level info; where the answer is an error of the client's, warning; of the service's, error.
// {"time":…,"request_id":…,"method":…,"route":…,"status":…,"duration_us":…,"client":…,
// "artifact":…,"account":…}; empty if it is not to be written.
std::string request_line(const Request& request, const Answer& answer,
                         std::chrono::microseconds duration);
// Writes such a line, when the request itself may be gone.
void log_request(std::string line);

// Something that went wrong while a request was answered; of level error.
void log_failure(const Request& request, std::string_view message);

}  // namespace fcgi
