// artifact-admin audit list
#include <cstdio>

#include "cli/accounts/account_fields.h"
#include "cli/accounts/account_option.h"
#include "cli/commands.h"
#include "cli/connections.h"
#include "core/account/audit_list.h"
#include "core/json/json_writer.h"
#include "db/accounts/audit_log.h"

namespace cli {
namespace {

constexpr int kDefaultLimit = 100;
constexpr int kMaxLimit = 1'000'000;

core::AuditListRequest request_of(const Arguments& arguments) {
  core::AuditListRequest request;
  request.limit =
      static_cast<int>(arguments.number("--limit", 1, kMaxLimit).value_or(kDefaultLimit));
  if (const auto name = arguments.value("--action")) {
    request.action = core::parse_audit_action(*name);
    if (!request.action) throw WrongUsage("--action: unknown action \"" + *name + "\"");
  }
  return request;
}

// ": expiry_changed, password_set"; empty without changes.
std::string listed(const std::vector<std::string>& changes) {
  std::string text;
  for (const std::string& change : changes) text += (text.empty() ? ": " : ", ") + change;
  return text;
}

void write_event(core::JsonWriter& json, const db::StoredAuditEvent& event) {
  const core::Actor& actor = event.actor;
  json.begin_object();
  json.member("id", event.id.to_string()).member("createdAt", event.created_at.rfc3339());
  json.member("action", event.action).member("actor", actor.name);
  if (actor.user) json.member("userId", actor.user->to_string());
  if (actor.key) json.member("keyId", actor.key->to_string());
  json.member("address", actor.client_address);
  json.member("subject", event.subject).member("subjectName", event.subject_name);
  if (event.reason) json.member("reason", *event.reason);
  if (!event.changes.empty()) {
    json.key("changes").begin_array();
    for (const std::string& change : event.changes) json.value(change);
    json.end_array();
  }
  json.end_object();
}

}  // namespace

void list_audit_events(const Arguments& arguments) {
  const core::AccountId account = account_of(arguments);
  const core::AuditListRequest request = request_of(arguments);
  Connections connections(arguments);
  require_account(connections.postgres, account);
  const db::AuditPage page = db::AuditLog(connections.postgres).list(account, request);
  if (!arguments.has("--json")) {
    for (const db::StoredAuditEvent& event : page.events) {
      std::printf("%s  %s  %s  %s  %s  %s%s%s\n", event.created_at.rfc3339().c_str(),
                  event.action.c_str(), event.actor.name.c_str(),
                  event.actor.client_address.empty() ? "-" : event.actor.client_address.c_str(),
                  event.subject.empty() ? "-" : event.subject.c_str(), event.subject_name.c_str(),
                  event.reason ? (": " + *event.reason).c_str() : "",
                  listed(event.changes).c_str());
    }
    return;
  }
  core::JsonWriter json;
  json.begin_array();
  for (const db::StoredAuditEvent& event : page.events) write_event(json, event);
  json.end_array();
  std::puts(json.text().c_str());
}

}  // namespace cli
