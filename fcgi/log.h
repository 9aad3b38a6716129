// The log: one JSON object a line on standard error, where systemd's journal takes it.
//
// Lines are written whole, so those of several threads do not mix. Nothing secret is ever passed to
// these functions: no key, token, password or content, and no path, which may hold a token.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "core/client_network.h"
#include "core/log_level.h"
#include "fcgi/dispatcher.h"

namespace fcgi {

struct LogSettings {
  core::LogLevel level = core::LogLevel::info;  // lines of this level and those after it
  unsigned sample = 1;  // of the requests that were answered without an error, one in so many
  core::LoggedAddresses addresses = core::LoggedAddresses::network;
};
// To be called before the first thread logs.
void configure_log(const LogSettings& settings);

// Of level info; where the answer is an error of the client's, warning; of the service's, error.
// {"time":…,"request_id":…,"method":…,"route":…,"status":…,"duration_us":…,"client":…,
// "artifact":…,"account":…}; empty if it is not to be written.
std::string request_line(const Request& request, const Answer& answer,
                         std::chrono::microseconds duration);
// Writes such a line, when the request itself may be gone.
void log_request(std::string line);

// {"time":…,"event":…,"message":…}
void log_event(core::LogLevel level, std::string_view event, std::string_view message);

// The same, for something that went wrong while a request was answered; of level error.
void log_failure(const Request& request, std::string_view message);

}  // namespace fcgi
