// GET /healthz, and GET /readyz, which nginx restricts to the host itself.
#include <chrono>
#include <string_view>

#include "app/service_status.h"
#include "core/json/json_writer.h"
#include "handlers/endpoints.h"

namespace handlers {
namespace {

using Database = app::Readiness::Database;

constexpr std::string_view kOk = "ok";
constexpr std::string_view kUnavailable = "unavailable";

std::string_view name_of(Database database) {
  switch (database) {
    case Database::ok:
      return kOk;
    case Database::not_writable:
      return "not_writable";
    case Database::full:
      return "full";
    case Database::unavailable:
      return kUnavailable;
  }
  return kUnavailable;
}

}  // namespace

core::Result<fcgi::Response> healthz(const fcgi::Request& /*request*/) {
  core::JsonWriter json;
  json.begin_object();
  json.member("status", kOk);
  json.end_object();
  return fcgi::Response::json(200, json.text());
}

core::Result<fcgi::Response> readyz(app::ServiceStatus& status, const fcgi::Request& /*request*/) {
  const app::Readiness readiness = status.readiness();
  const bool is_ready = readiness.is_ready();
  core::JsonWriter json;
  json.begin_object();
  json.member("status", is_ready ? kOk : kUnavailable);
  json.member("database", name_of(readiness.database));
  json.member("redis", readiness.redis ? kOk : kUnavailable);
  json.end_object();
  if (is_ready) return fcgi::Response::json(200, json.text());
  fcgi::Response response = fcgi::Response::json(503, json.text());
  response.retry_after(std::chrono::seconds(1));
  return response;
}

}  // namespace handlers
