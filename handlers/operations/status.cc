// GET /healthz, /readyz and /metrics, of which nginx restricts the latter two to the host itself,
// and /self-check, for `artifact-admin check`

#include <chrono>
#include <string_view>

#include "app/service_status.h"
#include "core/configuration.h"
#include "core/security/signing_keys.h"
#include "core/text/json_writer.h"
#include "core/time.h"
#include "handlers/endpoint.h"

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

core::Result<fcgi::Response> healthz(const Context& /*context*/) {
  core::JsonWriter json;
  json.begin_object();
  json.member("status", kOk);
  json.end_object();
  return fcgi::Response::json(200, json.text());
}

core::Result<fcgi::Response> readyz(const Context& context) {
  const app::Readiness readiness = context.app.service_status.readiness();
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

// GET /self-check: shows `artifact-admin check` which parts of its request have reached a worker.

core::Result<fcgi::Response> self_check(const Context& context) {
  const auto proof = context.request.query("proof");
  if (!proof || !core::is_self_check(*proof, core::now(), context.configuration.signing_keys))
    return core::Error{core::ErrorCode::not_found, "no resource at this path"};

  core::JsonWriter json;
  json.begin_object();
  json.member("publicBaseUrl", context.configuration.public_base_url);
  json.member("maxBodyBytes", context.configuration.max_body_bytes);
  json.member("host", context.request.parameter("HTTP_HOST"));
  json.member("clientAddress", context.request.client_address());
  json.member("forwardedFor", context.request.parameter("HTTP_X_FORWARDED_FOR"));
  json.end_object();
  fcgi::Response response = fcgi::Response::json(200, json.text());
  response.header("Cache-Control", "private, no-store");
  return response;
}

// GET /metrics, which nginx restricts to the host itself.

core::Result<fcgi::Response> get_metrics(const Context& context) {
  return fcgi::Response::plain(200, "text/plain; version=0.0.4; charset=utf-8",
                               context.app.service_status.metrics());
}

}  // namespace

std::vector<Endpoint> status_endpoints() {
  return {
      {{.method = Method::get, .pattern = "/healthz", .access = Access::anyone}, healthz},
      {{.method = Method::get, .pattern = "/readyz", .access = Access::anyone}, readyz},
      {{.method = Method::get, .pattern = "/metrics", .access = Access::anyone}, get_metrics},
      {{.method = Method::get, .pattern = "/self-check", .access = Access::anyone}, self_check}};
}

}  // namespace handlers
