#include "db/audit_log.h"

#include <algorithm>

#include "core/text/encodings.h"
#include "core/text/text.h"
#include "db/artifact_rows.h"
#include "db/connection/postgres.h"
#include "db/operation/steps.h"

namespace db {
namespace {

constexpr AuditedQuery<R"(
insert into audit_events select event.* from audit_event($event, $account, null) as event)">
    kRecordEvent{"audit_record"};

// Each reads one range of an index. The last columns are the artifact that something was done to,
// or to its link, and what the link is called now, if it still exists.

// Lists those of the next events that match.
constexpr Query<R"(
select id, created_at, action, user_id, key_id, actor_name, client_address, subject, subject_name,
       reason, array_to_string(changes, ' ') as changes,
       case split_part(subject, '_', 1)
         when 'art' then (select id from artifacts where id = uuid_of(event.subject))
         when 'shr' then (select artifact_id from share_links where id = uuid_of(event.subject))
       end as artifact_id,
       case split_part(subject, '_', 1)
         when 'shr' then (select name from share_links where id = uuid_of(event.subject))
       end as link_name
  from (select *
          from audit_events
         where account_id = $account
           and (created_at, id) < (coalesce($place_time::timestamptz, 'infinity'),
                                   coalesce($place_id::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
           and created_at > coalesce($after::timestamptz, '-infinity')
           and created_at < coalesce($before::timestamptz, 'infinity')
         order by created_at desc, id desc
         limit $most_looked_at) as event
 where ($action::text is null or action = $action)
   and ($user::uuid is null or user_id = $user)
   and ($key::uuid is null or key_id = $key)
   and ($artifact::uuid is null or subject = public_id('art', $artifact)
        or subject in (select public_id('shr', id) from share_links where artifact_id = $artifact))
 order by created_at desc, id desc
 limit $wanted)">
    kListEvents{"audit_list"};

// What matches may be rare, so a page looks at so many events at most.
constexpr std::int64_t kMostLookedAt = 20'000;

// The last that such a page has looked at.
constexpr Query<R"(
select created_at, id
  from audit_events
 where account_id = $account
   and (created_at, id) < (coalesce($place_time::timestamptz, 'infinity'),
                           coalesce($place_id::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
   and created_at > coalesce($after::timestamptz, '-infinity')
   and created_at < coalesce($before::timestamptz, 'infinity')
 order by created_at desc, id desc
offset $most_looked_at - 1
 limit 1)">
    kLastLookedAt{"audit_last_looked_at"};

// For an action alone, by its index, which the most frequent action is not in.
constexpr Query<R"(
select id, created_at, action, user_id, key_id, actor_name, client_address, subject, subject_name,
       reason, array_to_string(changes, ' ') as changes,
       case split_part(subject, '_', 1)
         when 'art' then (select id from artifacts where id = uuid_of(event.subject))
         when 'shr' then (select artifact_id from share_links where id = uuid_of(event.subject))
       end as artifact_id,
       case split_part(subject, '_', 1)
         when 'shr' then (select name from share_links where id = uuid_of(event.subject))
       end as link_name
  from audit_events event
 where account_id = $account and action = $action and action <> 'link.created'
   and (created_at, id) < (coalesce($place_time::timestamptz, 'infinity'),
                           coalesce($place_id::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
   and created_at > coalesce($after::timestamptz, '-infinity')
   and created_at < coalesce($before::timestamptz, 'infinity')
 order by created_at desc, id desc
 limit $wanted)">
    kListAction{"audit_list_action"};

constexpr Query<R"(
with link as materialized (
  select id
    from share_links
   where artifact_id = any(string_to_array($artifacts, ' ')::uuid[])
     and id > coalesce($after_link::uuid, '00000000-0000-0000-0000-000000000000')
)
select id from link order by id limit $most_rows)">
    kLinksOf{"audit_links_of"};

// An event about a new link has the time of the link. All others are found by the index of the
// subjects that have a name, so a step finds none that an earlier step has changed.
constexpr Query<R"(
with link as materialized (
  select account_id, created_at, public_id('shr', id) as subject
    from share_links
   where id = any(string_to_array($links, ' ')::uuid[])
), subject as materialized (
  select account_id, public_id('art', id) as id
    from artifacts
   where id = any(string_to_array($artifacts, ' ')::uuid[])
  union all
  select account_id, subject from link
), named as materialized (
  select event.id, event.subject_name
    from subject
    join audit_events event on event.account_id = subject.account_id and event.subject = subject.id
   where event.action <> 'link.created' and event.subject_name <> ''
     and ($names::text[] is null or event.subject_name in (select unnest($names)))
  union all
  select event.id, event.subject_name
    from link
    join audit_events event on event.account_id = link.account_id
                           and event.created_at = link.created_at
                           and event.subject = link.subject
   where event.action = 'link.created' and event.subject_name <> ''
     and ($names::text[] is null or event.subject_name in (select unnest($names)))
  limit $most_rows
)
update audit_events set subject_name = '' where id = any(array(select id from named)))">
    kRemoveNames{"audit_remove_names"};

StoredAuditEvent event_in(const Row& row) {
  StoredAuditEvent event;
  event.id = core::EventId(row.uuid("id"));
  event.created_at = row.timestamp("created_at");
  event.action = row.text("action");
  if (!row.is_null("user_id")) event.actor.user = core::UserId(row.uuid("user_id"));
  if (!row.is_null("key_id")) event.actor.key = core::KeyId(row.uuid("key_id"));
  event.actor.name = row.name("actor_name");
  event.actor.client_address = row.text("client_address");
  event.subject = row.text("subject");
  event.subject_name = row.name("subject_name");
  event.reason = row.optional_text("reason");
  if (const auto changes = row.optional_text("changes"))
    event.changes = core::split_words(*changes);
  if (!row.is_null("artifact_id")) event.artifact = core::ArtifactId(row.uuid("artifact_id"));
  event.link_name = row.optional_text("link_name");
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
  kRecordEvent.write(postgres_, {action, principal}, "account"_a = account);
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
  const Rows rows =
      is_by_action(filter)
          ? postgres_.read(kListAction, "account"_a = account, "place_time"_a = moment,
                           "place_id"_a = id, "wanted"_a = wanted, "action"_a = action,
                           "after"_a = filter.recorded.after, "before"_a = filter.recorded.before)
          : postgres_.read(kListEvents, "account"_a = account, "place_time"_a = moment,
                           "place_id"_a = id, "wanted"_a = wanted, "most_looked_at"_a = looked_at,
                           "after"_a = filter.recorded.after, "before"_a = filter.recorded.before,
                           "action"_a = action, "user"_a = filter.user, "key"_a = filter.key,
                           "artifact"_a = filter.artifact);
  AuditPage page;
  for (int i = 0; i < rows.size() && i < request.limit; ++i)
    page.events.push_back(event_in(rows[i]));
  if (rows.size() == wanted) {
    page.next = core::AuditCursor{page.events.back().created_at, page.events.back().id};
  } else if (looks_at_more) {
    const Rows last =
        postgres_.read(kLastLookedAt, "account"_a = account, "place_time"_a = moment,
                       "place_id"_a = id, "most_looked_at"_a = kMostLookedAt,
                       "after"_a = filter.recorded.after, "before"_a = filter.recorded.before);
    if (!last.empty())
      page.next = core::AuditCursor{.created_at = last[0].timestamp("created_at"),
                                    .id = core::EventId(last[0].uuid("id"))};
  }
  return page;
}

void remove_names(Postgres& postgres, const std::vector<core::ArtifactId>& artifacts,
                  const std::vector<core::ShareId>& links, const std::optional<TextArray>& names) {
  in_steps(postgres, kRemoveNames, "artifacts"_a = id_list(artifacts), "links"_a = id_list(links),
           "names"_a = names);
}

void remove_names_with_links(Postgres& postgres, const std::vector<core::ArtifactId>& artifacts,
                             const std::optional<TextArray>& names) {
  remove_names(postgres, artifacts, {}, names);
  std::optional<core::ShareId> after;
  for (;;) {
    const Rows rows = postgres.read(kLinksOf, "artifacts"_a = id_list(artifacts),
                                    "after_link"_a = after, "most_rows"_a = kRowsPerStep);
    std::vector<core::ShareId> links;
    links.reserve(static_cast<std::size_t>(rows.size()));
    for (int i = 0; i < rows.size(); ++i) links.emplace_back(rows[i].uuid("id"));
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
