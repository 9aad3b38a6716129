#include "fcgi/log.h"

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

void write_line(std::string line) {
  line += '\n';
  // A log that cannot be written must not stop the service.
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, line.data(), line.size());
}

}  // namespace

std::string request_line(const Request& request, const Answer& answer,
                         std::chrono::microseconds duration, core::LoggedAddresses addresses) {
  core::JsonWriter json;
  json.begin_object();
  json.member("time", time_now());
  json.member("request_id", request.id().to_string());
  json.member("method", to_string(request.method()));
  json.member("route", answer.route);
  json.member("status", answer.response.status());
  json.member("duration_us", duration.count());
  if (const std::string client = core::logged_address(request.client_address(), addresses);
      !client.empty())
    json.member("client", client);
  // By its id, which opens nothing.
  if (const std::string_view artifact = request.path_part("artifact_id"); !artifact.empty())
    json.member("artifact", artifact);
  if (answer.account) json.member("account", answer.account->to_string());
  json.end_object();
  return json.text();
}

void log_request(std::string line) { write_line(std::move(line)); }

void log_event(std::string_view event, std::string_view message) {
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
