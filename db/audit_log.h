// AuditLog: what was done in an account, in PostgreSQL.
//
// Uses its thread's connection; throws what db/postgres.h says.
#pragma once

#include "core/audit.h"
#include "db/postgres.h"

namespace db {

class AuditLog {
 public:
  explicit AuditLog(Postgres& postgres) : postgres_(postgres) {}

  // `id` is new, and tells the order of events of one millisecond.
  void record(const core::Uuid& id, const core::AuditEvent& event);

 private:
  Postgres& postgres_;
};

}  // namespace db
