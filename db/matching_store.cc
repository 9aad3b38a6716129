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

constexpr Statement kSoftDeleteMatching{"matching_soft_delete", R"(
-- Parameters: account, artifacts, templates, status, events, action, user, key, actor, title
--   patterns, metadata, created after, created before, updated after, updated before, client
--   address, limit
with chosen as materialized (
  select id, title, listed_as
    from artifacts
   where id = any(string_to_array($2, ' ')::uuid[]) and account_id = $1
     and is_listed(template, deleted_at, expires_at, $3, $4)
     and matches_filter(title_words, metadata, created_at, updated_at,
                        $10, $11, $12, $13, $14, $15)
   order by id
   limit $17
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
  select $1, kind, template, pg_backend_pid() % 16, sum(one), sum(one * bytes)
    from changed, lateral (values (listed_before, -1), ('deleted', 1)) as change (kind, one)
   group by 2, 3
  having sum(one) <> 0
   order by 2, 3
      on conflict (account_id, listed_as, template, slot)
      do update set count = artifact_counts.count + excluded.count,
                    bytes = artifact_counts.bytes + excluded.bytes
), placed as (
  select id, title, row_number() over (order by id) as place from changed
), events as (
  insert into audit_events
    (id, account_id, action, user_id, key_id, actor_name, client_address, subject, subject_name)
  select event.id, $1, $6, $7, $8, $9, $16, public_id('art', placed.id),
         coalesce(placed.title, '')
    from placed
    join unnest(string_to_array($5, ' ')::uuid[]) with ordinality as event (id, place)
   using (place)
)
select id from placed order by id)"};

constexpr Statement kLockMatching{"matching_lock", R"(
-- Parameters: account, artifacts, templates, status, title patterns, metadata, created after,
--   created before, updated after, updated before
select id
  from artifacts
 where id = any(string_to_array($2, ' ')::uuid[]) and account_id = $1
   and is_listed(template, deleted_at, expires_at, $3, $4)
   and matches_filter(title_words, metadata, created_at, updated_at, $5, $6, $7, $8, $9, $10)
 order by id
   for update)"};

constexpr Statement kRemoveLocked{"matching_remove", R"(
-- Parameters: account, artifacts, events, action, user, key, actor, client address
with due as materialized (
  select id from artifacts
   where id = any(string_to_array($2, ' ')::uuid[]) and account_id = $1
     for update
), changed as materialized (
  select due.id from (select remove_artifacts(array_agg(id)) from due) as removed, due
), events as (
  insert into audit_events
    (id, account_id, action, user_id, key_id, actor_name, client_address, subject, subject_name)
  select event.id, $1, $4, $5, $6, $7, $8, public_id('art', placed.id), ''
    from (select id, row_number() over (order by id) as place from changed) as placed
    join unnest(string_to_array($3, ' ')::uuid[]) with ordinality as event (id, place)
   using (place)
)
select count(*) from changed)"};

constexpr Statement kRevokeMatching{"matching_revoke_links", R"(
-- Parameters: account, artifacts, templates, status, events, action, user, key, actor, title
--   patterns, metadata, created after, created before, updated after, updated before, client
--   address, limit
with chosen as materialized (
  select link.id, artifact.title
    from artifacts artifact
    join share_links link on link.artifact_id = artifact.id
   where artifact.id = any(string_to_array($2, ' ')::uuid[]) and artifact.account_id = $1
     and link.revoked_at is null
     and is_listed(artifact.template, artifact.deleted_at, artifact.expires_at, $3, $4)
     and matches_filter(artifact.title_words, artifact.metadata, artifact.created_at,
                        artifact.updated_at, $10, $11, $12, $13, $14, $15)
   order by link.id
   limit $17
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
  select event.id, $1, $6, $7, $8, $9, $16, public_id('shr', placed.id),
         coalesce(placed.title, '')
    from placed
    join unnest(string_to_array($5, ' ')::uuid[]) with ordinality as event (id, place)
   using (place)
)
select count(*) from placed)"};

constexpr Statement kCountMatchingLinks{"matching_count_links", R"(
select count(*)
  from share_links
 where artifact_id = any(string_to_array($1, ' ')::uuid[]) and revoked_at is null)"};

std::string new_event_ids(std::int64_t count) {
  std::string list;
  for (std::int64_t i = 0; i < count; ++i)
    list.append(list.empty() ? "" : " ")
        .append(core::to_hexadecimal(core::EventId::generate(core::now()).uuid().bytes));
  return list;
}

Rows change_matching(Postgres& postgres, const Statement& statement, core::AuditAction action,
                     const core::AccountId& account, const core::ListFilter& filter,
                     const MatchingStore::Ids& artifacts, std::int64_t limit,
                     const core::Principal& principal) {
  const RunFilter runs(filter);
  return postgres.write(statement, account, id_list(artifacts), runs.templates, runs.status,
                        new_event_ids(limit), core::to_string(action), principal.user,
                        principal.key, principal.name, title_patterns(filter.title),
                        wanted_metadata(filter), filter.created.after, filter.created.before,
                        filter.updated.after, filter.updated.before, principal.client_address,
                        limit);
}

}  // namespace

std::int64_t MatchingStore::count_links(const Ids& artifacts) {
  return postgres_.read(kCountMatchingLinks, id_list(artifacts))[0].integer(0);
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
  for (int i = 0; i < rows.size(); ++i) deleted.emplace_back(rows[i].uuid(0));
  return deleted;
}

std::int64_t MatchingStore::remove(const core::AccountId& account, const core::ListFilter& filter,
                                   const Ids& artifacts, const core::Principal& principal) {
  const RunFilter runs(filter);
  return in_transaction(postgres_, [&] {
    const Rows rows =
        postgres_.write(kLockMatching, account, id_list(artifacts), runs.templates, runs.status,
                        title_patterns(filter.title), wanted_metadata(filter), filter.created.after,
                        filter.created.before, filter.updated.after, filter.updated.before);
    Ids locked;
    for (int i = 0; i < rows.size(); ++i) locked.emplace_back(rows[i].uuid(0));
    remove_names_with_links(postgres_, locked);
    return postgres_
        .write(kRemoveLocked, account, id_list(locked), new_event_ids(rows.size()),
               core::to_string(core::AuditAction::artifact_deleted_permanently), principal.user,
               principal.key, principal.name, principal.client_address)[0]
        .integer(0);
  });
}

std::int64_t MatchingStore::revoke_links(const core::AccountId& account,
                                         const core::ListFilter& filter, const Ids& artifacts,
                                         std::int64_t limit, const core::Principal& principal) {
  return change_matching(postgres_, kRevokeMatching, core::AuditAction::link_revoked, account,
                         filter, artifacts, limit, principal)[0]
      .integer(0);
}

}  // namespace db
