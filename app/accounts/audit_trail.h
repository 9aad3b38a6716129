// AuditTrail: an account's audit log, for those who may read it.
//
// Not thread-safe. Everything it refers to must outlive it. Throws what its store throws.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/actor.h"
#include "core/account/audit_list.h"
#include "core/result.h"
#include "db/accounts/audit_log.h"

namespace app {

struct AuditEvents {
  std::vector<db::StoredAuditEvent> events;  // newest first
  std::optional<std::string> next_cursor;
};

class AuditTrail {
 public:
  AuditTrail(db::AuditLog& audit_log, const core::SigningKeys& keys)
      : audit_log_(audit_log), keys_(keys) {}

  struct Query {
    std::optional<core::AuditAction> action;  // absent: all
    std::optional<std::string> cursor;        // from a previous page
    int limit = core::AuditListRequest().limit;
  };
  // Errors: forbidden, invalid_cursor.
  core::Result<AuditEvents> list(const Actor& actor, const Query& query);

 private:
  db::AuditLog& audit_log_;
  const core::SigningKeys& keys_;
};

}  // namespace app
