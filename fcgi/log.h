// The log: one JSON object a line on standard error, where systemd's journal takes it.
//
// Lines are written whole, so those of several threads do not mix. Nothing secret is ever passed to
// these functions: no key, token, password or content, and no path, which may hold a token.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "core/client_network.h"
#include "fcgi/dispatcher.h"

namespace fcgi {

// {"time":…,"request_id":…,"method":…,"route":…,"status":…,"duration_us":…,"client":…,
// "artifact":…,"account":…}
std::string request_line(const Request& request, const Answer& answer,
                         std::chrono::microseconds duration, core::LoggedAddresses addresses);
// Writes such a line, when the request itself may be gone.
void log_request(std::string line);

// {"time":…,"event":…,"message":…}
void log_event(std::string_view event, std::string_view message);

// The same, for something that went wrong while a request was answered.
void log_failure(const Request& request, std::string_view message);

}  // namespace fcgi
