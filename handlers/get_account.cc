// GET /account
#include "core/json_writer.h"
#include "handlers/endpoints.h"

namespace handlers {

core::Result<fcgi::Response> get_account(Services& /*services*/, const fcgi::Request& /*request*/,
                                         const core::Caller& caller) {
  core::JsonWriter json;
  json.begin_object();
  json.member("id", caller.account.to_string());
  json.member("plan", core::to_string(caller.plan));
  json.member("requestsPerMinute", caller.requests_per_minute);
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
