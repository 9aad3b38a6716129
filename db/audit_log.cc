#include "db/audit_log.h"

#include <algorithm>

#include "core/text/encodings.h"
#include "core/text/text.h"
#include "db/artifact_rows.h"
#include "db/connection/postgres.h"
#include "db/operation/steps.h"

namespace db {
namespace {

constexpr AuditedStatement kRecordEvent{"audit_record", R"(
insert into audit_events select event.* from audit_event($2, $1, null) as event)"};

// Each reads one range of an index. The last columns are the artifact that something was done to,
// or to its link, and what the link is called now, if it still exists.

// Lists those of the next events that match.
constexpr Statement kListEvents{"audit_list", R"(
-- Parameters: account, place's time, place's id, wanted, most looked at, after, before, action,
--   user, key, artifact
select id, created_at, action, user_id, key_id, actor_name, client_address, subject, subject_name,
       reason, array_to_string(changes, ' '),
       case split_part(subject, '_', 1)
         when 'art' then (select id from artifacts where id = uuid_of(event.subject))
         when 'shr' then (select artifact_id from share_links where id = uuid_of(event.subject))
       end,
       case split_part(subject, '_', 1)
         when 'shr' then (select name from share_links where id = uuid_of(event.subject))
       end
  from (select *
          from audit_events
         where account_id = $1
           and (created_at, id) < (coalesce($2::timestamptz, 'infinity'),
                                   coalesce($3::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
           and created_at > coalesce($6::timestamptz, '-infinity')
           and created_at < coalesce($7::timestamptz, 'infinity')
         order by created_at desc, id desc
         limit $5) as event
 where ($8::text is null or action = $8)
   and ($9::uuid is null or user_id = $9)
   and ($10::uuid is null or key_id = $10)
   and ($11::uuid is null or subject = public_id('art', $11)
        or subject in (select public_id('shr', id) from share_links where artifact_id = $11))
 order by created_at desc, id desc
 limit $4)"};

// What matches may be rare, so a page looks at so many events at most.
constexpr std::int64_t kMostLookedAt = 20'000;

// The last that such a page has looked at.
constexpr Statement kLastLookedAt{"audit_last_looked_at", R"(
select created_at, id
  from audit_events
 where account_id = $1
   and (created_at, id) < (coalesce($2::timestamptz, 'infinity'),
                           coalesce($3::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
   and created_at > coalesce($5::timestamptz, '-infinity')
   and created_at < coalesce($6::timestamptz, 'infinity')
 order by created_at desc, id desc
offset $4 - 1
 limit 1)"};

// For an action alone, $5, by its index, which the most frequent action is not in.
constexpr Statement kListAction{"audit_list_action", R"(
select id, created_at, action, user_id, key_id, actor_name, client_address, subject, subject_name,
       reason, array_to_string(changes, ' '),
       case split_part(subject, '_', 1)
         when 'art' then (select id from artifacts where id = uuid_of(event.subject))
         when 'shr' then (select artifact_id from share_links where id = uuid_of(event.subject))
       end,
       case split_part(subject, '_', 1)
         when 'shr' then (select name from share_links where id = uuid_of(event.subject))
       end
  from audit_events event
 where account_id = $1 and action = $5 and action <> 'link.created'
   and (created_at, id) < (coalesce($2::timestamptz, 'infinity'),
                           coalesce($3::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
   and created_at > coalesce($6::timestamptz, '-infinity')
   and created_at < coalesce($7::timestamptz, 'infinity')
 order by created_at desc, id desc
 limit $4)"};

constexpr Statement kLinksOf{"audit_links_of", R"(
-- Parameters: artifacts, after, most
with link as materialized (
  select id
    from share_links
   where artifact_id = any(string_to_array($1, ' ')::uuid[])
     and id > coalesce($2::uuid, '00000000-0000-0000-0000-000000000000')
)
select id from link order by id limit $3)"};

// An event about a new link has the time of the link. All others are found by the index of the
// subjects that have a name, so a step finds none that an earlier step has changed.
constexpr Statement kRemoveNames{"audit_remove_names", R"(
-- Parameters: most events, artifacts, links, names or null
with link as materialized (
  select account_id, created_at, public_id('shr', id) as subject
    from share_links
   where id = any(string_to_array($3, ' ')::uuid[])
), subject as materialized (
  select account_id, public_id('art', id) as id
    from artifacts
   where id = any(string_to_array($2, ' ')::uuid[])
  union all
  select account_id, subject from link
), named as materialized (
  select event.id, event.subject_name
    from subject
    join audit_events event on event.account_id = subject.account_id and event.subject = subject.id
   where event.action <> 'link.created' and event.subject_name <> ''
     and ($4::text[] is null or event.subject_name in (select unnest($4)))
  union all
  select event.id, event.subject_name
    from link
    join audit_events event on event.account_id = link.account_id
                           and event.created_at = link.created_at
                           and event.subject = link.subject
   where event.action = 'link.created' and event.subject_name <> ''
     and ($4::text[] is null or event.subject_name in (select unnest($4)))
  limit $1
)
update audit_events set subject_name = '' where id = any(array(select id from named)))"};

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
  if (!row.is_null(11)) event.artifact = core::ArtifactId(row.uuid(11));
  event.link_name = row.optional_text(12);
  return event;
}

// Whether the events are found by the index of actions.
bool is_by_action(const core::AuditFilter& filter) {
  return filter.action && *filter.action != core::AuditAction::link_created && !filter.user &&
         !filter.key && !filter.artifact;
}

bool is_all(const core::AuditFilter& filter) {
  return !filter.action && !filter.user && !filter.key && !filter.artifact;
}

}  // namespace

void AuditLog::record(const core::Principal& principal, const core::AccountId& account,
                      core::AuditAction action) {
  kRecordEvent.write(postgres_, {action, principal}, account);
}

AuditPage AuditLog::list(const core::AccountId& account, const core::AuditListRequest& request) {
  const core::AuditFilter& filter = request.filter;
  std::optional<core::Timestamp> moment;
  std::optional<core::EventId> id;
  if (request.after) {
    moment = request.after->created_at;
    id = request.after->id;
  }
  std::optional<std::string> action;
  if (filter.action) action = core::to_string(*filter.action);
  const std::int64_t wanted = request.limit + 1;
  const bool looks_at_more = !is_all(filter) && !is_by_action(filter);
  const std::int64_t looked_at = looks_at_more ? kMostLookedAt : wanted;
  const Rows rows = is_by_action(filter)
                        ? postgres_.read(kListAction, account, moment, id, wanted, action,
                                         filter.recorded.after, filter.recorded.before)
                        : postgres_.read(kListEvents, account, moment, id, wanted, looked_at,
                                         filter.recorded.after, filter.recorded.before, action,
                                         filter.user, filter.key, filter.artifact);
  AuditPage page;
  for (int i = 0; i < rows.size() && i < request.limit; ++i)
    page.events.push_back(event_in(rows[i]));
  if (rows.size() == wanted) {
    page.next = core::AuditCursor{page.events.back().created_at, page.events.back().id};
  } else if (looks_at_more) {
    const Rows last = postgres_.read(kLastLookedAt, account, moment, id, kMostLookedAt,
                                     filter.recorded.after, filter.recorded.before);
    if (!last.empty())
      page.next = core::AuditCursor{last[0].timestamp(0), core::EventId(last[0].uuid(1))};
  }
  return page;
}

void remove_names(Postgres& postgres, const std::vector<core::ArtifactId>& artifacts,
                  const std::vector<core::ShareId>& links, const std::optional<TextArray>& names) {
  in_steps(postgres, kRemoveNames, id_list(artifacts), id_list(links), names);
}

void remove_names_with_links(Postgres& postgres, const std::vector<core::ArtifactId>& artifacts,
                             const std::optional<TextArray>& names) {
  remove_names(postgres, artifacts, {}, names);
  std::optional<core::ShareId> after;
  for (;;) {
    const Rows rows = postgres.read(kLinksOf, id_list(artifacts), after, kRowsPerStep);
    std::vector<core::ShareId> links;
    for (int i = 0; i < rows.size(); ++i) links.emplace_back(rows[i].uuid(0));
    if (!links.empty()) remove_names(postgres, {}, links, names);
    if (rows.size() < kRowsPerStep) return;
    after = links.back();
  }
}

TextArray parameter_of(const RecordedEvent& event) {
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
