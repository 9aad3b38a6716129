// GET /account and /account/audit

#include "app/account.h"

#include "core/oauth_grant.h"
#include "core/text/json_writer.h"
#include "handlers/api/resource_json.h"
#include "handlers/endpoint.h"
#include "handlers/request.h"

namespace handlers {
namespace {

// With what the account refuses, as it is what applies to calls with the key.
void write_limits(core::JsonWriter& json, const core::PublishingLimits& limits) {
  if (limits.maximum_expiry) json.member("maximumExpiry", limits.maximum_expiry->text());
  json.member("passwordRequired", limits.password_required);
  json.member("refusesSecrets", limits.refuses_secrets);
}

core::Result<fcgi::Response> get_account(const Context& context) {
  const auto storage = context.app.account_overview.storage(context.principal);
  if (!storage) return storage.error();
  core::JsonWriter json;
  json.begin_object();
  json.member("id", context.principal.account.to_string());
  json.member("plan", core::to_string(context.principal.plan));
  json.member("requestsPerMinute", context.principal.requests_per_minute);
  json.key("storage").begin_object();
  json.member("contentBytes", storage->bytes);
  json.member("maxContentBytes", core::unless_unlimited(storage->limits.bytes));
  json.member("artifacts", storage->artifacts);
  json.member("maxArtifacts", core::unless_unlimited(storage->limits.artifacts));
  json.member("rewrittenBytesToday", storage->rewritten.bytes);
  json.member("maxRewrittenBytesPerDay",
              core::unless_unlimited(storage->limits.rewritten_bytes_per_day));
  json.end_object();
  json.key("key").begin_object();
  json.member("id", context.principal.credential());
  json.member("name", context.principal.name);
  json.key("scopes").begin_array();
  for (const std::string_view scope : context.principal.scopes.names()) json.value(scope);
  json.end_array();
  write_limits(json, context.principal.limits);
  json.end_object();
  json.end_object();
  return fcgi::Response::json(200, json.text());
}

// GET /account/audit

using core::Error;
using core::ErrorCode;

core::Result<app::AuditTrail::Query> read_audit_query(const fcgi::Request& request) {
  app::AuditTrail::Query query;
  const auto limit = page_limit(request, query.limit);
  if (!limit) return limit.error();
  query.limit = *limit;
  core::AuditFilter& filter = query.filter;
  if (const auto name = request.query("action")) {
    filter.action = core::parse_audit_action(*name);
    if (!filter.action) {
      return Error{ErrorCode::invalid_request,
                   "action must be an audit event action, such as key.created"};
    }
  }
  if (const auto id = request.query("actor")) {
    filter.user = core::UserId::parse(*id);
    filter.key = core::KeyId::parse(*id);
    if (!filter.user && !filter.key)
      return Error{ErrorCode::invalid_request, "actor must be the id of a user or an API key"};
  }
  if (const auto id = request.query("artifact")) {
    filter.artifact = core::ArtifactId::parse(*id);
    if (!filter.artifact)
      return Error{ErrorCode::invalid_request, "artifact must be the id of an artifact"};
  }
  for (const auto& [name, bound] : {std::pair("createdAfter", &filter.recorded.after),
                                    std::pair("createdBefore", &filter.recorded.before)}) {
    const auto text = request.query(name);
    if (!text) continue;
    *bound = core::Timestamp::parse(*text);
    if (!*bound)
      return Error{ErrorCode::invalid_request, std::string(name) + " " + rule_of_times(*text)};
  }
  query.cursor = request.query("cursor");
  return query;
}

std::optional<std::string> unless_empty(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

void write_actor(core::JsonWriter& json, const db::RecordedActor& actor) {
  json.begin_object();
  json.member("type", actor.user ? "user" : actor.key ? "key" : "operator");
  json.member("id", actor.id());
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

core::Result<fcgi::Response> list_audit_events(const Context& context) {
  const auto query = read_audit_query(context.request);
  if (!query) return query.error();
  const auto found = context.app.audit_trail.list(context.principal, *query);
  if (!found) return found.error();
  core::JsonWriter json;
  json.begin_object();
  json.key("data").begin_array();
  for (const db::StoredAuditEvent& event : found->events) write_event(json, event);
  json.end_array();
  json.key("pagination").begin_object();
  json.member("limit", query->limit);
  return list_response(context, json, found->next_cursor);
}

}  // namespace

std::vector<Endpoint> account_endpoints() {
  return {{{
               .method = Method::get,
               .pattern = "/account",
           },
           get_account},
          {{.method = Method::get,
            .pattern = "/account/audit",
            .scopes = {Scope::account_read},
            .query_parameters = {"limit", "cursor", "action", "actor", "artifact", "createdAfter",
                                 "createdBefore"}},
           list_audit_events}};
}

}  // namespace handlers
