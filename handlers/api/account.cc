// GET /account

#include "app/account.h"

#include "core/oauth_grant.h"
#include "core/text/json_writer.h"
#include "handlers/api/resource_json.h"
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

// GET /account/audit

namespace {

using core::Error;
using core::ErrorCode;

core::Result<app::AuditTrail::Query> read_audit_query(const fcgi::Request& request) {
  app::AuditTrail::Query query;
  const auto limit = page_limit(request, query.limit);
  if (!limit) return limit.error();
  query.limit = *limit;
  if (const auto name = request.query("action")) {
    query.action = core::parse_audit_action(*name);
    if (!query.action) {
      return Error{ErrorCode::invalid_request,
                   "action must be an audit event action, such as key.created"};
    }
  }
  query.cursor = request.query("cursor");
  return query;
}

std::optional<std::string> unless_empty(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

void write_actor(core::JsonWriter& json, const core::Actor& actor) {
  json.begin_object();
  json.member("type", actor.user ? "user" : actor.key ? "key" : "operator");
  std::optional<std::string> id;
  if (actor.user) id = actor.user->to_string();
  if (actor.key) id = actor.key->to_string();
  json.member("id", id);
  json.member("name", actor.name);
  json.end_object();
}

void write_event(core::JsonWriter& json, const db::StoredAuditEvent& event) {
  json.begin_object();
  json.member("id", event.id.to_string());
  json.member("action", event.action);
  json.key("actor");
  write_actor(json, event.actor);
  json.member("address", unless_empty(event.actor.client_address));
  json.member("subject", unless_empty(event.subject));
  json.member("subjectName", unless_empty(event.subject_name));
  if (event.reason) json.member("reason", *event.reason);
  if (!event.changes.empty()) {
    json.key("changes").begin_array();
    for (const std::string& change : event.changes) json.value(change);
    json.end_array();
  }
  json.member("createdAt", event.created_at.rfc3339());
  json.end_object();
}

}  // namespace

core::Result<fcgi::Response> list_audit_events(app::AuditTrail& audit_trail,
                                               const fcgi::Request& request,
                                               const app::Actor& actor) {
  const auto query = read_audit_query(request);
  if (!query) return query.error();
  const auto found = audit_trail.list(actor, *query);
  if (!found) return found.error();
  core::JsonWriter json;
  json.begin_object();
  json.key("data").begin_array();
  for (const db::StoredAuditEvent& event : found->events) write_event(json, event);
  json.end_array();
  json.key("pagination").begin_object();
  json.member("limit", query->limit);
  write_next_page(json, found->next_cursor);
  json.end_object();
  json.end_object();
  return fcgi::Response::json(200, json.text());
}

}  // namespace handlers
