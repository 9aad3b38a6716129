// AuditedStatement: a statement that records in the audit log what it changes, as a part of itself,
// so that there is both or neither.
//
// Its text has a part `audited` that gives account_id and subject_name (null: none) of each change
// that is to be recorded, and behind it `{event}` as a part of its own:
//
//   with changed as (update … where id = $1 returning account_id, title
//   ), audited as (select account_id, title as subject_name from changed
//   ), {event}
//   select … from changed
//
// The parameters of the event come behind all others, and are numbered here. Immutable; where a
// Statement would be a constant, this is a static variable of a function.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/identity/audit.h"
#include "db/connection/postgres.h"

namespace db {

// What the log is to say of a change, beside what the statement knows.
struct RecordedEvent {
  core::AuditAction action;
  const core::AuditNote& note;
  std::string subject = {};                // the public id; empty where that is the actor
  std::optional<std::string> reason = {};  // of what the operator has disabled
};

class AuditedStatement {
 public:
  AuditedStatement(const char* name, std::string_view sql);
  AuditedStatement(const AuditedStatement&) = delete;
  AuditedStatement& operator=(const AuditedStatement&) = delete;

  // As Postgres::write().
  template <typename... Values>
  Rows write(Postgres& postgres, const RecordedEvent& event, const Values&... values) const {
    const core::Actor& actor = event.note.actor;
    return postgres.write(statement_, values..., event.note.id, core::to_string(event.action),
                          actor.user, actor.key, actor.name, actor.client_address, event.subject,
                          event.reason);
  }

 private:
  std::string sql_;
  Statement statement_;
};

}  // namespace db
