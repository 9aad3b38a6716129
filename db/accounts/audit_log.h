// AuditLog: the audit logs of accounts, in PostgreSQL.
//
// Uses its thread's connection; throws what db/connection/postgres.h says.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/account/audit.h"
#include "core/account/audit_list.h"

namespace db {

class Postgres;

// An event as it was recorded.
struct StoredAuditEvent {
  core::EventId id;
  core::Timestamp created_at;
  std::string action;  // may be unknown if a newer version recorded it
  core::Actor actor;
  std::string subject;
  std::string subject_name;
  std::optional<std::string> reason;  // why the operator disabled the subject
  std::vector<std::string> changes;   // what was changed: "password_set", "title"
};

struct AuditPage {
  std::vector<StoredAuditEvent> events;  // newest first
  // Where the next page begins; absent if this is the last one. A page of a frequent action can be
  // short, or empty, although another follows.
  std::optional<core::AuditCursor> next;
};

class AuditLog {
 public:
  explicit AuditLog(Postgres& postgres) : postgres_(postgres) {}

  // `id` is new, and orders events within a millisecond.
  void record(const core::Uuid& id, const core::AuditEvent& event);

  AuditPage list(const core::AccountId& account, const core::AuditListRequest& request);

 private:
  Postgres& postgres_;
};

}  // namespace db
