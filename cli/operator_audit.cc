#include "cli/operator_audit.h"

#include "core/clock.h"
#include "db/accounts/audit_log.h"

namespace cli {

void record(Connections& connections, const core::AccountId& account, core::AuditAction action,
            std::string subject, std::string subject_name) {
  db::AuditLog(connections.postgres)
      .record(core::Uuid::generate(core::now()), {.account = account,
                                                  .action = action,
                                                  .actor = core::operator_actor(),
                                                  .subject = std::move(subject),
                                                  .subject_name = std::move(subject_name)});
}

}  // namespace cli
