// AuditLog: the audit logs of accounts, in PostgreSQL.
//
// Uses its thread's connection; throws what db/connection/postgres.h says.
#pragma once

#include <cstddef>
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

  // The public id of the user or key.
  std::optional<std::string> id() const {
    if (user) return user->to_string();
    return key ? std::optional(key->to_string()) : std::nullopt;
  }
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
  // The artifact that it was done to, or to a link of it, if it still exists.
  std::optional<core::ArtifactId> artifact;
  std::optional<std::string> link_name;  // of a link, now
};

struct AuditPage {
  std::vector<StoredAuditEvent> events;  // newest first
  // Where the next page begins; absent if this is the last one. A page with filters can be short,
  // or empty, although another follows.
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

// Removes what these artifacts and links are called from the events about them, so that nothing of
// what was removed stays in the log: these names, or any. In steps; not of links that are no longer
// there.
void remove_names(Postgres& postgres, const std::vector<core::ArtifactId>& artifacts,
                  const std::vector<core::ShareId>& links,
                  const std::optional<TextArray>& names = std::nullopt);
// The same for the artifacts with all their links.
void remove_names_with_links(Postgres& postgres, const std::vector<core::ArtifactId>& artifacts,
                             const std::optional<TextArray>& names = std::nullopt);

// AuditedQuery: a query (db/connection/query.h) that also records its change in the audit log, so
// that either both are stored or neither. Its parameter $event, which write() gives, is the event,
// of which the schema's audit_event() makes rows:
//
//   with changed as (
//     update … where id = $artifact returning account_id, title
//   ), event as (
//     insert into audit_events
//     select event.* from changed, audit_event($event, account_id, title) as event
//   )
//   select … from changed
//
// PostgreSQL runs a part that inserts even if nothing reads it, but leaves out one that only
// selects. So a statement that does not insert its event does not compile.

// The event's data that the statement does not know.
struct RecordedEvent {
  core::AuditAction action;
  const core::Principal& principal;
  std::string subject = {};                // public id; empty if it is the actor
  std::optional<std::string> reason = {};  // why the operator disabled the subject
};

// The event as the parameter of a statement.
TextArray parameter_of(const RecordedEvent& event);

template <Text sql>
class AuditedQuery {
 public:
  consteval explicit AuditedQuery(const char* name) : query_(name) {
    const Text copy = sql;  // as db/connection/query.h says
    const std::string_view text = copy.view();
    const std::size_t insert = text.find("insert into audit_events");
    if (insert == std::string_view::npos) throw "the statement does not insert its event";
    const std::string_view part = text.substr(insert, text.find("\n)", insert) - insert);
    if (part.find("select event.*") == std::string_view::npos ||
        part.find(" audit_event($event, ") == std::string_view::npos)
      throw "the statement does not insert its event";
  }

  // As Postgres::write().
  template <typename... Values>
  Rows write(Postgres& postgres, const RecordedEvent& event, const Values&... values) const {
    return postgres.write(query_, values..., "event"_a = parameter_of(event));
  }

 private:
  Query<sql> query_;
};

}  // namespace db
