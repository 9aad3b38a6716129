// GET /dashboard/settings/audit
#include "db/accounts/audit_log.h"

#include "core/identity/audit_list.h"
#include "core/operation/configuration.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/page_response.h"
#include "pages/dashboard/audit_page.h"

namespace handlers::dashboard {
namespace {

constexpr int kPerPage = 50;

}  // namespace

core::Result<fcgi::Response> show_audit_log(Services& services, const fcgi::Request& request,
                                            const core::Session& session) {
  const core::SigningKeys& keys = services.configuration.signing_keys;
  core::AuditListRequest list{.action = std::nullopt, .after = std::nullopt, .limit = kPerPage};
  // Whatever else stands there means all of them.
  list.action = core::parse_audit_action(request.query("action").value_or(""));
  if (const auto text = request.query("cursor")) {
    const auto after = core::read_audit_cursor(*text, list.action, keys);
    if (!after) return after.error();
    list.after = *after;
  }
  const db::AuditPage found = services.audit_log.list(session.account, list);
  pages::dashboard::AuditPage shown;
  shown.action = list.action;
  shown.is_first = !list.after.has_value();
  for (const db::StoredAuditEvent& event : found.events) {
    shown.rows.push_back({event.created_at, event.action, event.actor, event.subject,
                          event.subject_name, event.reason});
  }
  if (found.has_more) {
    const db::StoredAuditEvent& last = found.events.back();
    shown.next_cursor = core::write_audit_cursor({last.created_at, last.id}, list.action, keys);
  }
  const std::string form_token = core::form_token(session.token);
  return page(200, pages::dashboard::audit_page(viewer(session, form_token), shown));
}

}  // namespace handlers::dashboard
