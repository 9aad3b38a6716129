// GET /account
#include "core/json/json_writer.h"
#include "core/operation/configuration.h"
#include "db/counters/usage_store.h"
#include "handlers/endpoints.h"

namespace handlers {
namespace {

std::optional<std::int64_t> unless_unlimited(std::int64_t limit) {
  return limit == core::kUnlimited ? std::nullopt : std::optional(limit);
}

}  // namespace

core::Result<fcgi::Response> get_account(Services& services, const fcgi::Request& /*request*/,
                                         const core::Caller& caller) {
  const auto storage = db::UsageStore(services.postgres, services.redis)
                           .find_storage(caller.account, services.configuration.storage_limits);
  if (!storage) return core::Error{core::ErrorCode::unauthorized, "the account no longer exists"};
  core::JsonWriter json;
  json.begin_object();
  json.member("id", caller.account.to_string());
  json.member("plan", core::to_string(caller.plan));
  json.member("requestsPerMinute", caller.requests_per_minute);
  json.key("storage").begin_object();
  json.member("contentBytes", storage->bytes);
  json.member("maxContentBytes", unless_unlimited(storage->limits.bytes));
  json.member("artifacts", storage->artifacts);
  json.member("maxArtifacts", unless_unlimited(storage->limits.artifacts));
  json.end_object();
  json.key("key").begin_object();
  json.member("id", caller.key.to_string());
  json.member("name", caller.key_name);
  json.key("scopes").begin_array();
  for (const std::string_view scope : caller.scopes.names()) json.value(scope);
  json.end_array();
  json.end_object();
  json.end_object();
  return fcgi::Response::json(200, json.text());
}

}  // namespace handlers
