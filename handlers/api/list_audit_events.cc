// GET /account/audit
#include "core/identity/audit_list.h"
#include "core/json/json_writer.h"
#include "core/operation/configuration.h"
#include "db/accounts/audit_log.h"
#include "handlers/api/query_parameters.h"
#include "handlers/endpoints.h"

namespace handlers {
namespace {

using core::Error;
using core::ErrorCode;

constexpr std::int64_t kMostPerPage = 100;

core::Result<core::AuditListRequest> read_request(const fcgi::Request& request,
                                                  const core::SigningKeys& keys) {
  core::AuditListRequest list;
  const auto limit = whole_number(request, "limit", 1, kMostPerPage);
  if (!limit) return limit.error();
  if (*limit) list.limit = static_cast<int>(**limit);
  if (const auto name = request.query("action")) {
    list.action = core::parse_audit_action(*name);
    if (!list.action) {
      return Error{ErrorCode::invalid_request,
                   "action must be an audit event action, such as key.created"};
    }
  }
  if (const auto text = request.query("cursor")) {
    const auto after = core::read_audit_cursor(*text, list.action, keys);
    if (!after) return after.error();
    list.after = *after;
  }
  return list;
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
  json.member("createdAt", event.created_at.rfc3339());
  json.end_object();
}

}  // namespace

core::Result<fcgi::Response> list_audit_events(Services& services, const fcgi::Request& request,
                                               const core::Caller& caller) {
  const core::SigningKeys& keys = services.configuration.signing_keys;
  const auto list = read_request(request, keys);
  if (!list) return list.error();
  const db::AuditPage page = services.audit_log.list(caller.account, *list);
  core::JsonWriter json;
  json.begin_object();
  json.key("data").begin_array();
  for (const db::StoredAuditEvent& event : page.events) write_event(json, event);
  json.end_array();
  json.key("pagination").begin_object();
  json.member("limit", list->limit);
  json.member("hasMore", page.has_more);
  std::optional<std::string> next;
  if (page.has_more) {
    const db::StoredAuditEvent& last = page.events.back();
    next = core::write_audit_cursor({last.created_at, last.id}, list->action, keys);
  }
  json.member("nextCursor", next);
  json.end_object();
  json.end_object();
  return fcgi::Response::json(200, json.text());
}

}  // namespace handlers
