// The parts that every program of the service needs: its configuration, its log and its version.
#pragma once

#include <string>
#include <string_view>

#include "core/client_network.h"
#include "core/configuration.h"
#include "core/error.h"

namespace runtime {

// The configuration of this process: its file, its environment variables, and the files that these
// name.

// Errors: invalid_request, for the operator, also if the file cannot be read.
core::Result<core::Configuration> load_configuration(const std::string& path);

// The configuration of this process: the configuration that it loaded first, and its file. Null
// before.
struct LoadedConfiguration {
  std::string file;
  core::Configuration configuration;
};
const LoadedConfiguration* loaded_configuration();

// The log: one JSON object per line on standard error, which systemd's journal collects.
//
// Each line is written with one call, so lines of several threads do not mix. Callers must not pass
// secrets: no key, token, password or content, and no URL path, which may contain a token.

struct LogSettings {
  core::LogLevel level = core::LogLevel::info;  // the lowest level that is logged
  unsigned sample = 1;                          // one in this many successful requests is logged
  core::LoggedAddresses addresses = core::LoggedAddresses::network;
};
// Call before the first thread logs.
void configure_log(const LogSettings& changed);
const LogSettings& log_settings();

// {"time":…,"event":…,"message":…}
void log_event(core::LogLevel level, std::string_view event, std::string_view message);

// The current time in the format of log lines.
std::string log_time();

// Writes a line and a newline; in the journal, with the level as its severity.
void write_log_line(core::LogLevel level, std::string line);

// The version of the programs.

// As the package has it: "1.2.3".
std::string_view version();

}  // namespace runtime
