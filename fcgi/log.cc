#include "fcgi/log.h"

#include <atomic>
#include <utility>

#include <unistd.h>

#include "core/json_writer.h"
#include "core/timestamp.h"

namespace fcgi {
namespace {

std::string time_now() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return core::Timestamp::from_unix_milliseconds(
             std::chrono::duration_cast<std::chrono::milliseconds>(now).count())
      .rfc3339();
}

struct Log {
  LogSettings settings;
  std::atomic<unsigned> requests = 0;  // of level info, until now
};

Log& the_log() {
  static Log made;
  return made;
}

bool is_written(core::LogLevel level) { return level >= the_log().settings.level; }

core::LogLevel level_of(int status) {
  if (status >= 500) return core::LogLevel::error;
  return status >= 400 ? core::LogLevel::warning : core::LogLevel::info;
}

void write_line(std::string line) {
  line += '\n';
  // A log that cannot be written must not stop the service.
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, line.data(), line.size());
}

}  // namespace

void configure_log(const LogSettings& settings) { the_log().settings = settings; }

std::string request_line(const Request& request, const Answer& answer,
                         std::chrono::microseconds duration) {
  const LogSettings& settings = the_log().settings;
  const core::LogLevel level = level_of(answer.response.status());
  if (!is_written(level)) return {};
  if (level == core::LogLevel::info && the_log().requests++ % settings.sample != 0) return {};
  core::JsonWriter json;
  json.begin_object();
  json.member("time", time_now());
  json.member("request_id", request.id().to_string());
  json.member("method", to_string(request.method()));
  json.member("route", answer.route);
  json.member("status", answer.response.status());
  json.member("duration_us", duration.count());
  if (const std::string client = core::logged_address(request.client_address(), settings.addresses);
      !client.empty())
    json.member("client", client);
  // By its id, which opens nothing.
  if (const std::string_view artifact = request.path_part("artifact_id"); !artifact.empty())
    json.member("artifact", artifact);
  if (answer.account) json.member("account", answer.account->to_string());
  json.end_object();
  return json.text();
}

void log_request(std::string line) {
  if (!line.empty()) write_line(std::move(line));
}

void log_event(core::LogLevel level, std::string_view event, std::string_view message) {
  if (!is_written(level)) return;
  core::JsonWriter json;
  json.begin_object();
  json.member("time", time_now()).member("event", event).member("message", message);
  json.end_object();
  write_line(json.text());
}

void log_failure(const Request& request, std::string_view message) {
  core::JsonWriter json;
  json.begin_object();
  json.member("time", time_now()).member("event", "request_failed");
  json.member("request_id", request.id().to_string()).member("message", message);
  json.end_object();
  write_line(json.text());
}

}  // namespace fcgi
