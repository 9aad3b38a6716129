#include "fcgi/request_log.h"

#include <atomic>
#include <cstdint>
#include <utility>

#include "core/text/json_writer.h"
#include "runtime/process.h"

namespace fcgi {
namespace {

core::LogLevel level_of(int status) {
  if (status >= 500) return core::LogLevel::error;
  return status >= 400 ? core::LogLevel::warning : core::LogLevel::info;
}

// Whether the next request of level info is in the sample.
bool is_sampled() {
  static std::atomic<unsigned> requests = 0;
  return requests++ % runtime::log_settings().sample == 0;
}

std::int64_t microseconds(std::chrono::nanoseconds time) {
  return std::chrono::duration_cast<std::chrono::microseconds>(time).count();
}

}  // namespace

LogLine request_line(const Request& request, const Answer& answer,
                     std::chrono::microseconds duration, const core::WorkMeter::Cost& cost) {
  if (cost.turns_in_transactions > 0)
    log_failure(request, "a turn was requested while a transaction was open");
  const core::LogLevel level = level_of(answer.response.status());
  if (level < runtime::log_settings().level) return {};
  if (level == core::LogLevel::info && !is_sampled()) return {};
  core::JsonWriter json;
  json.begin_object();
  json.member("time", runtime::log_time());
  json.member("request_id", request.id());
  json.member("method", to_string(request.method()));
  json.member("route", answer.route);
  json.member("status", answer.response.status());
  json.member("duration_us", duration.count());
  json.member("cpu_us", microseconds(cost.without_turn));
  if (const auto time = microseconds(cost.with_turn); time > 0) json.member("turn_cpu_us", time);
  if (const auto time = microseconds(cost.in_transactions); time > 0)
    json.member("transaction_cpu_us", time);
  if (const std::string client =
          core::logged_address(request.client_address(), runtime::log_settings().addresses);
      !client.empty())
    json.member("client", client);
  // The id alone gives no access.
  if (const auto* artifact = request.path_id<core::ArtifactId>())
    json.member("artifact", artifact->to_string());
  if (answer.account) json.member("account", answer.account->to_string());
  json.end_object();
  // What a client did wrong is no warning for the operator.
  return {level == core::LogLevel::error ? level : core::LogLevel::info, json.text()};
}

void log_request(LogLine line) {
  if (!line.text.empty()) runtime::write_log_line(line.severity, std::move(line.text));
}

void log_failure(const Request& request, std::string_view message) {
  core::JsonWriter json;
  json.begin_object();
  json.member("time", runtime::log_time()).member("event", "request_failed");
  json.member("request_id", request.id()).member("message", message);
  json.end_object();
  runtime::write_log_line(core::LogLevel::error, json.text());
}

}  // namespace fcgi
