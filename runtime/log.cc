#include "runtime/log.h"

#include <unistd.h>

#include "core/clock.h"
#include "core/json/json_writer.h"

namespace runtime {
namespace {

LogSettings& settings() {
  static LogSettings made;
  return made;
}

}  // namespace

void configure_log(const LogSettings& changed) { settings() = changed; }

const LogSettings& log_settings() { return settings(); }

void log_event(core::LogLevel level, std::string_view event, std::string_view message) {
  if (level < settings().level) return;
  core::JsonWriter json;
  json.begin_object();
  json.member("time", log_time()).member("event", event).member("message", message);
  json.end_object();
  write_log_line(json.text());
}

std::string log_time() { return core::now().rfc3339(); }

void write_log_line(std::string line) {
  line += '\n';
  // A failure to log must not stop the service.
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, line.data(), line.size());
}

}  // namespace runtime
