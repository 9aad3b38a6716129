// GET /healthz, and GET /readyz, which nginx lets through from the host itself only.
#include "core/json_writer.h"
#include "core/unavailable.h"
#include "db/postgres.h"
#include "db/redis.h"
#include "handlers/endpoints.h"

namespace handlers {
namespace {

fcgi::Response answer(bool well, std::initializer_list<std::pair<const char*, bool>> parts) {
  core::JsonWriter json;
  json.begin_object();
  json.member("status", well ? "ok" : "unavailable");
  for (const auto& [name, part_is_well] : parts)
    json.member(name, part_is_well ? "ok" : "unavailable");
  json.end_object();
  return fcgi::Response::json(well ? 200 : 503, json.text());
}

bool database_answers(db::Postgres& postgres) {
  try {
    postgres.connect();
    postgres.check_alive();
    return true;
  } catch (const core::Unavailable&) {
    return false;
  }
}

}  // namespace

core::Result<fcgi::Response> healthz(Services& /*services*/, const fcgi::Request& /*request*/) {
  return answer(true, {});
}

core::Result<fcgi::Response> readyz(Services& services, const fcgi::Request& /*request*/) {
  const bool database = database_answers(services.postgres);
  const bool redis = services.redis.command({"PING"}) != nullptr;
  return answer(database && redis, {{"database", database}, {"redis", redis}});
}

}  // namespace handlers
