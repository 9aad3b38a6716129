// AuditLog: what was done in an account, in PostgreSQL.
//
// Uses its thread's connection; throws what db/connection/postgres.h says.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/identity/audit.h"
#include "core/identity/audit_list.h"

namespace db {

class Postgres;

// An event as it was recorded.
struct StoredAuditEvent {
  core::EventId id;
  core::Timestamp created_at;
  std::string action;  // perhaps one that a newer version knows
  core::Actor actor;
  std::string subject;
  std::string subject_name;
  std::optional<std::string> reason;  // of what the operator has disabled
};

struct AuditPage {
  std::vector<StoredAuditEvent> events;  // newest first
  bool has_more = false;
};

class AuditLog {
 public:
  explicit AuditLog(Postgres& postgres) : postgres_(postgres) {}

  // `id` is new, and tells the order of events of one millisecond.
  void record(const core::Uuid& id, const core::AuditEvent& event);

  AuditPage list(const core::AccountId& account, const core::AuditListRequest& request);

 private:
  Postgres& postgres_;
};

}  // namespace db
