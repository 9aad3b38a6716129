// The log: one JSON object a line on standard error, where systemd's journal takes it.
//
// Lines are written whole, so those of several threads do not mix. Nothing secret is ever passed to
// these functions: no key, token, password or content, and no path, which may hold a token.
#pragma once

#include <string>
#include <string_view>

#include "core/identity/client_network.h"
#include "core/operation/log_level.h"

namespace runtime {

struct LogSettings {
  core::LogLevel level = core::LogLevel::info;  // lines of this level and those after it
  unsigned sample = 1;  // of the requests that were answered without an error, one in so many
  core::LoggedAddresses addresses = core::LoggedAddresses::network;
};
// To be called before the first thread logs.
void configure_log(const LogSettings& settings);
const LogSettings& log_settings();

// {"time":…,"event":…,"message":…}
void log_event(core::LogLevel level, std::string_view event, std::string_view message);

// The current time as lines of the log have it.
std::string log_time();

// Writes a line, to which the newline is added.
void write_log_line(std::string line);

}  // namespace runtime
