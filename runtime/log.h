// The log: one JSON object per line on standard error, which systemd's journal collects.
//
// Each line is written with one call, so lines of several threads do not mix. Callers must not pass
// secrets: no key, token, password or content, and no URL path, which may contain a token.
#pragma once

#include <string>
#include <string_view>

#include "core/identity/client_network.h"
#include "core/operation/log_level.h"

namespace runtime {

struct LogSettings {
  core::LogLevel level = core::LogLevel::info;  // the lowest level that is logged
  unsigned sample = 1;                          // one in this many successful requests is logged
  core::LoggedAddresses addresses = core::LoggedAddresses::network;
};
// Call before the first thread logs.
void configure_log(const LogSettings& settings);
const LogSettings& log_settings();

// {"time":…,"event":…,"message":…}
void log_event(core::LogLevel level, std::string_view event, std::string_view message);

// The current time in the format of log lines.
std::string log_time();

// Writes a line and a newline.
void write_log_line(std::string line);

}  // namespace runtime
