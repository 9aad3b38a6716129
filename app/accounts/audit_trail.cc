#include "app/accounts/audit_trail.h"

namespace app {

core::Result<AuditEvents> AuditTrail::list(const Actor& actor, const Query& query) {
  if (auto refusal = actor.refuse(core::Scope::account_read)) return *std::move(refusal);
  core::AuditListRequest request{
      .action = query.action, .after = std::nullopt, .limit = query.limit};
  if (query.cursor) {
    const auto after = core::read_audit_cursor(*query.cursor, query.action, keys_);
    if (!after) return after.error();
    request.after = *after;
  }
  db::AuditPage page = audit_log_.list(actor.account(), request);
  AuditEvents found;
  if (page.next) found.next_cursor = core::write_audit_cursor(*page.next, query.action, keys_);
  found.events = std::move(page.events);
  return found;
}

}  // namespace app
