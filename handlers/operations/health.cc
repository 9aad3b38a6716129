// GET /healthz, and GET /readyz, which nginx lets through from the host itself only.
#include <algorithm>

#include "core/json/json_writer.h"
#include "core/unavailable.h"
#include "db/connection/postgres.h"
#include "db/connection/redis.h"
#include "db/operation/database_room.h"
#include "handlers/endpoints.h"

namespace handlers {
namespace {

constexpr std::string_view kOk = "ok";
constexpr std::string_view kUnavailable = "unavailable";

fcgi::Response answer(std::initializer_list<std::pair<const char*, std::string_view>> parts) {
  const bool well =
      std::all_of(parts.begin(), parts.end(), [](const auto& part) { return part.second == kOk; });
  core::JsonWriter json;
  json.begin_object();
  json.member("status", well ? kOk : kUnavailable);
  for (const auto& [name, state] : parts) json.member(name, state);
  json.end_object();
  return fcgi::Response::json(well ? 200 : 503, json.text());
}

// Whether a write could work.
std::string_view database_state(Services& services) {
  try {
    if (!services.postgres.can_write()) return "not_writable";
    return services.database_room.is_left(services.postgres) ? kOk : "full";
  } catch (const core::Unavailable&) {
    return kUnavailable;
  }
}

}  // namespace

core::Result<fcgi::Response> healthz(Services& /*services*/, const fcgi::Request& /*request*/) {
  return answer({});
}

core::Result<fcgi::Response> readyz(Services& services, const fcgi::Request& /*request*/) {
  const std::string_view database = database_state(services);
  const std::string_view redis = services.redis.command({"PING"}) != nullptr ? kOk : kUnavailable;
  return answer({{"database", database}, {"redis", redis}});
}

}  // namespace handlers
