#include "db/audit_log.h"

#include <algorithm>

#include "core/text/encodings.h"
#include "core/text/text.h"
#include "db/connection/postgres.h"

namespace db {
namespace {

constexpr AuditedStatement kRecordEvent{"audit_record", R"(
insert into audit_events select event.* from audit_event($2, $1, null) as event)"};

// Each uses one index range.
constexpr Statement kListEvents{"audit_list", R"(
select id, created_at, action, user_id, key_id, actor_name, client_address, subject, subject_name,
       reason, array_to_string(changes, ' ')
  from audit_events
 where account_id = $1
   and (created_at, id) < (coalesce($2::timestamptz, 'infinity'),
                           coalesce($3::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
 order by created_at desc, id desc
 limit $4)"};

// The most frequent action has no index of its own: its events are found among all
// of the account. It may be rare there all the same, so a page looks at so many at most.
constexpr std::int64_t kMostLookedAt = 20'000;
constexpr Statement kListLinkCreated{"audit_list_link_created", R"(
select id, created_at, action, user_id, key_id, actor_name, client_address, subject, subject_name,
       reason, array_to_string(changes, ' ')
  from (select *
          from audit_events
         where account_id = $1
           and (created_at, id) < (coalesce($2::timestamptz, 'infinity'),
                                   coalesce($3::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
         order by created_at desc, id desc
         limit $5) as looked_at
 where action = 'link.created'
 order by created_at desc, id desc
 limit $4)"};

// The last that such a page has looked at.
constexpr Statement kLastLookedAt{"audit_last_looked_at", R"(
select created_at, id
  from audit_events
 where account_id = $1
   and (created_at, id) < (coalesce($2::timestamptz, 'infinity'),
                           coalesce($3::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
 order by created_at desc, id desc
offset $4 - 1
 limit 1)"};

constexpr Statement kListAction{"audit_list_action", R"(
select id, created_at, action, user_id, key_id, actor_name, client_address, subject, subject_name,
       reason, array_to_string(changes, ' ')
  from audit_events
 where account_id = $1 and action = $5 and action <> 'link.created'
   and (created_at, id) < (coalesce($2::timestamptz, 'infinity'),
                           coalesce($3::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
 order by created_at desc, id desc
 limit $4)"};

StoredAuditEvent event_in(const Row& row) {
  StoredAuditEvent event;
  event.id = core::EventId(row.uuid(0));
  event.created_at = row.timestamp(1);
  event.action = row.text(2);
  if (!row.is_null(3)) event.actor.user = core::UserId(row.uuid(3));
  if (!row.is_null(4)) event.actor.key = core::KeyId(row.uuid(4));
  event.actor.name = row.name(5);
  event.actor.client_address = row.text(6);
  event.subject = row.text(7);
  event.subject_name = row.name(8);
  event.reason = row.optional_text(9);
  if (const auto changes = row.optional_text(10)) event.changes = core::split_words(*changes);
  return event;
}

Rows events_of(Postgres& postgres, const core::AccountId& account,
               const std::optional<core::AuditAction>& action,
               const std::optional<core::Timestamp>& moment, const std::optional<core::EventId>& id,
               int wanted) {
  if (!action) return postgres.read(kListEvents, account, moment, id, wanted);
  if (*action == core::AuditAction::link_created)
    return postgres.read(kListLinkCreated, account, moment, id, wanted, kMostLookedAt);
  return postgres.read(kListAction, account, moment, id, wanted, core::to_string(*action));
}

}  // namespace

void AuditLog::record(const core::Principal& principal, const core::AccountId& account,
                      core::AuditAction action) {
  kRecordEvent.write(postgres_, {action, principal}, account);
}

AuditPage AuditLog::list(const core::AccountId& account, const core::AuditListRequest& request) {
  std::optional<core::Timestamp> moment;
  std::optional<core::EventId> id;
  if (request.after) {
    moment = request.after->created_at;
    id = request.after->id;
  }
  const int wanted = request.limit + 1;
  const Rows rows = events_of(postgres_, account, request.action, moment, id, wanted);
  AuditPage page;
  for (int i = 0; i < rows.size() && i < request.limit; ++i)
    page.events.push_back(event_in(rows[i]));
  if (rows.size() == wanted) {
    page.next = core::AuditCursor{page.events.back().created_at, page.events.back().id};
  } else if (request.action == core::AuditAction::link_created) {
    const Rows last = postgres_.read(kLastLookedAt, account, moment, id, kMostLookedAt);
    if (!last.empty())
      page.next = core::AuditCursor{last[0].timestamp(0), core::EventId(last[0].uuid(1))};
  }
  return page;
}

TextArray AuditedStatement::parameter(const RecordedEvent& event) {
  const auto text_of = [](const auto& id) {
    return id ? std::optional(core::to_hexadecimal(id->uuid().bytes)) : std::nullopt;
  };
  const core::Principal& by = event.principal;
  return {core::to_hexadecimal(core::EventId::generate(core::now()).uuid().bytes),
          std::string(core::to_string(event.action)),
          text_of(by.user),
          text_of(by.key),
          by.name,
          by.client_address,
          event.subject,
          event.reason};
}

}  // namespace db
