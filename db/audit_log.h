// AuditLog: the audit logs of accounts, in PostgreSQL.
//
// Uses its thread's connection; throws what db/connection/postgres.h says.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/audit.h"
#include "core/lists.h"
#include "core/principal.h"
#include "db/connection/postgres.h"

namespace db {

class Postgres;

// Who made a recorded change: a user, a program with a key, or otherwise the operator.
struct RecordedActor {
  std::optional<core::UserId> user;  // also the user who connected the app that made it
  std::optional<core::KeyId> key;
  std::string name;            // the principal's (core/principal.h) at that time
  std::string client_address;  // empty for the operator
};

// An event as it was recorded.
struct StoredAuditEvent {
  core::EventId id;
  core::Timestamp created_at;
  std::string action;  // may be unknown if a newer version recorded it
  RecordedActor actor;
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

  // Records what changes nothing else: signing in in vain, and signing out.
  void record(const core::Principal& principal, const core::AccountId& account,
              core::AuditAction action);

  AuditPage list(const core::AccountId& account, const core::AuditListRequest& request);

 private:
  Postgres& postgres_;
};

// AuditedStatement: a statement that also records its change in the audit log, so that either both
// are stored or neither.
//
// Its text defines `audited`, which selects account_id and subject_name (null: none) of each change
// to record, followed by `{event}`:
//
//   with changed as (update … where id = $1 returning account_id, title
//   ), audited as (select account_id, title as subject_name from changed
//   ), {event}
//   select … from changed
//
// If `audited` also selects changes (text[]), what was changed about the subject, `{event}` is
// `{event_with_changes}`.
//
// The event's parameters follow all others and are numbered by this class. Immutable; callers keep
// one in a static variable of a function.

// The event's data that the statement does not know.
struct RecordedEvent {
  core::AuditAction action;
  const core::Principal& principal;
  std::string subject = {};                // public id; empty if it is the actor
  std::optional<std::string> reason = {};  // why the operator disabled the subject
};

class AuditedStatement {
 public:
  AuditedStatement(const char* name, std::string_view sql);
  AuditedStatement(const AuditedStatement&) = delete;
  AuditedStatement& operator=(const AuditedStatement&) = delete;

  // As Postgres::write().
  template <typename... Values>
  Rows write(Postgres& postgres, const RecordedEvent& event, const Values&... values) const {
    const core::Principal& by = event.principal;
    return postgres.write(statement_, values..., core::EventId::generate(core::now()),
                          core::to_string(event.action), by.user, by.key, by.name,
                          by.client_address, event.subject, event.reason);
  }

 private:
  std::string sql_;
  Statement statement_;
};

}  // namespace db
