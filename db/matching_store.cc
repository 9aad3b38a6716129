#include "db/matching_store.h"

#include <string>

#include "core/text/encodings.h"
#include "core/time.h"
#include "db/artifact_lists.h"
#include "db/artifact_rows.h"
#include "db/audit_log.h"
#include "db/connection/postgres.h"
#include "db/word_index.h"

namespace db {
namespace {

using core::ArtifactId;

constexpr Query<R"(
with chosen as materialized (
  select id, title, listed_as
    from artifacts
   where id = any(string_to_array($artifacts, ' ')::uuid[]) and account_id = $account
     and is_listed(template, deleted_at, expires_at, $templates, $status)
     and matches_filter(title_words, metadata, created_at, updated_at,
                        $title_patterns, $metadata, $created_after, $created_before,
                        $updated_after, $updated_before)
   order by id
   limit $most_rows
     for no key update
), changed as (
  update artifacts
     set deleted_at = date_trunc('milliseconds', now()), listed_as = 'deleted',
         revision = revision + 1
    from chosen
   where artifacts.id = chosen.id
  returning artifacts.id, chosen.title, chosen.listed_as as listed_before, template,
            octet_length(content) as bytes
), counted as (
  insert into artifact_counts (account_id, listed_as, template, slot, count, bytes)
  select $account, kind, template, pg_backend_pid() % 16, sum(one), sum(one * bytes)
    from changed, lateral (values (listed_before, -1), ('deleted', 1)) as change (kind, one)
   group by 2, 3
  having sum(one) <> 0
   order by 2, 3
      {or add}
), placed as (
  select id, title, row_number() over (order by id) as place from changed
), events as (
  insert into audit_events
    (id, account_id, action, user_id, key_id, actor_name, client_address, subject, subject_name)
  select event.id, $account, $action, $user, $key, $actor, $client_address,
         public_id('art', placed.id), coalesce(placed.title, '')
    from placed
    join unnest(string_to_array($events, ' ')::uuid[]) with ordinality as event (id, place)
   using (place)
)
select id from placed order by id)">
    kSoftDeleteMatching{"matching_soft_delete"};

constexpr Query<R"(
select id
  from artifacts
 where id = any(string_to_array($artifacts, ' ')::uuid[]) and account_id = $account
   and is_listed(template, deleted_at, expires_at, $templates, $status)
   and matches_filter(title_words, metadata, created_at, updated_at,
                      $title_patterns, $metadata, $created_after, $created_before,
                      $updated_after, $updated_before)
 order by id
   for update)">
    kLockMatching{"matching_lock"};

constexpr Query<R"(
with due as materialized (
  select id from artifacts
   where id = any(string_to_array($artifacts, ' ')::uuid[]) and account_id = $account
     for update
), changed as materialized (
  select due.id from (select remove_artifacts(array_agg(id)) from due) as removed, due
), events as (
  insert into audit_events
    (id, account_id, action, user_id, key_id, actor_name, client_address, subject, subject_name)
  select event.id, $account, $action, $user, $key, $actor, $client_address,
         public_id('art', placed.id), ''
    from (select id, row_number() over (order by id) as place from changed) as placed
    join unnest(string_to_array($events, ' ')::uuid[]) with ordinality as event (id, place)
   using (place)
)
select count(*) as count from changed)">
    kRemoveLocked{"matching_remove"};

constexpr Query<R"(
with chosen as materialized (
  select link.id, artifact.title
    from artifacts artifact
    join share_links link on link.artifact_id = artifact.id
   where artifact.id = any(string_to_array($artifacts, ' ')::uuid[])
     and artifact.account_id = $account
     and link.revoked_at is null
     and is_listed(artifact.template, artifact.deleted_at, artifact.expires_at, $templates, $status)
     and matches_filter(artifact.title_words, artifact.metadata, artifact.created_at,
                        artifact.updated_at, $title_patterns, $metadata, $created_after,
                        $created_before, $updated_after, $updated_before)
   order by link.id
   limit $most_rows
     for no key update of link
), changed as (
  update share_links
     set revoked_at = date_trunc('milliseconds', now())
    from chosen
   where share_links.id = chosen.id
  returning share_links.id, chosen.title
), placed as (
  select id, title, row_number() over (order by id) as place from changed
), events as (
  insert into audit_events
    (id, account_id, action, user_id, key_id, actor_name, client_address, subject, subject_name)
  select event.id, $account, $action, $user, $key, $actor, $client_address,
         public_id('shr', placed.id), coalesce(placed.title, '')
    from placed
    join unnest(string_to_array($events, ' ')::uuid[]) with ordinality as event (id, place)
   using (place)
)
select count(*) as count from placed)">
    kRevokeMatching{"matching_revoke_links"};

constexpr Query<R"(
select count(*) as count
  from share_links
 where artifact_id = any(string_to_array($artifacts, ' ')::uuid[]) and revoked_at is null)">
    kCountMatchingLinks{"matching_count_links"};

std::string new_event_ids(std::int64_t count) {
  std::string list;
  for (std::int64_t i = 0; i < count; ++i)
    list.append(list.empty() ? "" : " ")
        .append(core::to_hexadecimal(core::EventId::generate(core::now()).uuid().bytes));
  return list;
}

template <Text sql>
Rows change_matching(Postgres& postgres, const Query<sql>& query, core::AuditAction action,
                     const core::AccountId& account, const core::ListFilter& filter,
                     const MatchingStore::Ids& artifacts, std::int64_t limit,
                     const core::Principal& principal) {
  const RunFilter runs(filter);
  return postgres.write(
      query, "account"_a = account, "artifacts"_a = id_list(artifacts),
      "templates"_a = runs.templates, "status"_a = runs.status, "events"_a = new_event_ids(limit),
      "action"_a = core::to_string(action), "user"_a = principal.user, "key"_a = principal.key,
      "actor"_a = principal.name, "title_patterns"_a = title_patterns(filter.title),
      "metadata"_a = wanted_metadata(filter), "created_after"_a = filter.created.after,
      "created_before"_a = filter.created.before, "updated_after"_a = filter.updated.after,
      "updated_before"_a = filter.updated.before, "client_address"_a = principal.client_address,
      "most_rows"_a = limit);
}

}  // namespace

std::int64_t MatchingStore::count_links(const Ids& artifacts) {
  return postgres_.read(kCountMatchingLinks, "artifacts"_a = id_list(artifacts))[0].integer(
      "count");
}

RemovalStep MatchingStore::plan_removal(const Ids& artifacts) {
  return db::plan_removal(postgres_, artifacts);
}

MatchingStore::Ids MatchingStore::soft_delete(const core::AccountId& account,
                                              const core::ListFilter& filter, const Ids& artifacts,
                                              const core::Principal& principal) {
  const Rows rows =
      change_matching(postgres_, kSoftDeleteMatching, core::AuditAction::artifact_deleted, account,
                      filter, artifacts, static_cast<std::int64_t>(artifacts.size()), principal);
  Ids deleted;
  deleted.reserve(static_cast<std::size_t>(rows.size()));
  for (int i = 0; i < rows.size(); ++i) deleted.emplace_back(rows[i].uuid("id"));
  return deleted;
}

std::int64_t MatchingStore::remove(const core::AccountId& account, const core::ListFilter& filter,
                                   const Ids& artifacts, const core::Principal& principal) {
  const RunFilter runs(filter);
  return in_transaction(postgres_, [&] {
    const Rows rows = postgres_.write(
        kLockMatching, "account"_a = account, "artifacts"_a = id_list(artifacts),
        "templates"_a = runs.templates, "status"_a = runs.status,
        "title_patterns"_a = title_patterns(filter.title), "metadata"_a = wanted_metadata(filter),
        "created_after"_a = filter.created.after, "created_before"_a = filter.created.before,
        "updated_after"_a = filter.updated.after, "updated_before"_a = filter.updated.before);
    Ids locked;
    for (int i = 0; i < rows.size(); ++i) locked.emplace_back(rows[i].uuid("id"));
    remove_names_with_links(postgres_, locked);
    return postgres_
        .write(kRemoveLocked, "account"_a = account, "artifacts"_a = id_list(locked),
               "events"_a = new_event_ids(rows.size()),
               "action"_a = core::to_string(core::AuditAction::artifact_deleted_permanently),
               "user"_a = principal.user, "key"_a = principal.key, "actor"_a = principal.name,
               "client_address"_a = principal.client_address)[0]
        .integer("count");
  });
}

std::int64_t MatchingStore::revoke_links(const core::AccountId& account,
                                         const core::ListFilter& filter, const Ids& artifacts,
                                         std::int64_t limit, const core::Principal& principal) {
  return change_matching(postgres_, kRevokeMatching, core::AuditAction::link_revoked, account,
                         filter, artifacts, limit, principal)[0]
      .integer("count");
}

}  // namespace db
