// GET /dashboard/settings/audit
#include "app/account.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/page.h"
#include "pages/dashboard/settings/audit_page.h"

namespace handlers::dashboard {
namespace {

constexpr int kPerPage = 50;

}  // namespace

core::Result<fcgi::Response> show_audit_log(app::AuditTrail& audit_trail,
                                            const fcgi::Request& request,
                                            const core::Session& session) {
  app::AuditTrail::Query query;
  query.limit = kPerPage;
  // Any other value selects all.
  query.action = core::parse_audit_action(request.query("action").value_or(""));
  query.cursor = request.query("cursor");
  const auto found = audit_trail.list(actor(session, request), query);
  if (!found) return found.error();
  pages::dashboard::AuditPage shown;
  shown.action = query.action;
  shown.is_first = !query.cursor.has_value();
  for (const db::StoredAuditEvent& event : found->events) {
    shown.rows.push_back({event.created_at, event.action, event.actor, event.subject,
                          event.subject_name, event.reason, event.changes});
  }
  shown.next_cursor = found->next_cursor;
  return page(200, pages::dashboard::audit_page(viewer(session), shown));
}

}  // namespace handlers::dashboard
