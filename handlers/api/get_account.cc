// GET /account
#include "app/accounts/account_overview.h"
#include "core/json/json_writer.h"
#include "core/oauth/grant.h"
#include "handlers/endpoints.h"

namespace handlers {
namespace {

// With what the account refuses, as it is what applies to calls with the key.
void write_limits(core::JsonWriter& json, const core::PublishingLimits& limits) {
  if (limits.maximum_expiry) json.member("maximumExpiry", limits.maximum_expiry->text());
  json.member("passwordRequired", limits.password_required);
  json.member("refusesSecrets", limits.refuses_secrets);
}

}  // namespace

core::Result<fcgi::Response> get_account(app::AccountOverview& account_overview,
                                         const fcgi::Request& request, const core::Caller& caller) {
  const auto storage =
      account_overview.storage(app::Actor::program(caller, request.client_address()));
  if (!storage) return storage.error();
  core::JsonWriter json;
  json.begin_object();
  json.member("id", caller.account.to_string());
  json.member("plan", core::to_string(caller.plan));
  json.member("requestsPerMinute", caller.requests_per_minute);
  json.key("storage").begin_object();
  json.member("contentBytes", storage->bytes);
  json.member("maxContentBytes", core::unless_unlimited(storage->limits.bytes));
  json.member("artifacts", storage->artifacts);
  json.member("maxArtifacts", core::unless_unlimited(storage->limits.artifacts));
  json.end_object();
  json.key("key").begin_object();
  json.member("id",
              caller.user ? core::GrantId(caller.key.uuid()).to_string() : caller.key.to_string());
  json.member("name", caller.key_name);
  json.key("scopes").begin_array();
  for (const std::string_view scope : caller.scopes.names()) json.value(scope);
  json.end_array();
  write_limits(json, caller.limits);
  json.end_object();
  json.end_object();
  return fcgi::Response::json(200, json.text());
}

}  // namespace handlers
