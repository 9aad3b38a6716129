#include "db/audit_log.h"

namespace db {
namespace {

constexpr Statement kRecord{"audit_record", R"(
insert into audit_events
  (id, account_id, action, user_id, key_id, actor_name, client_address, subject, subject_name)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9))"};

}  // namespace

void AuditLog::record(const core::Uuid& id, const core::AuditEvent& event) {
  postgres_.write(kRecord, id, event.account, core::to_string(event.action), event.actor.user,
                  event.actor.key, event.actor.name, event.actor.client_address, event.subject,
                  event.subject_name);
}

}  // namespace db
