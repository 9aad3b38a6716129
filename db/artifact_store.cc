#include "db/artifact_store.h"

#include "core/security/cryptography.h"
#include "core/time.h"
#include "db/artifact_removal.h"
#include "db/artifact_rows.h"
#include "db/audit_log.h"
#include "db/connection/postgres.h"
#include "db/connection/values.h"
#include "db/word_index.h"

namespace db {
namespace {

// If nothing is created and nothing refused, the expiry is out of range, or the external ID is
// taken.
constexpr Statement kCreate{"artifact_create", R"(
-- Parameters: id, account, template, title, description, content, metadata, lifetime in seconds,
--   storage limits, end, external ID, PDF status, first heading, title words, author, note, hash of
--   the content
with admission as materialized (
  select * from admit_content($2, 1, octet_length($6), $9)
), artifact as (
  insert into artifacts
    (id, account_id, template, title, description, content, metadata,
     created_at, updated_at, expires_at, external_id, pdf_status, first_heading,
     title_words, version_at, version_author, version_note, content_hash)
  select $1, $2, $3, $4, $5, $6, $7, moment, moment,
         coalesce($10, moment + make_interval(secs => $8)), $11, $12, $13, lower($14),
         moment, $15, $16, $17
    from admission, date_trunc('milliseconds', now()) as moment
   where refused is null and may_end_at($10, moment)
      on conflict (account_id, external_id) where external_id is not null do nothing
  returning id, account_id, listed_as, template, octet_length($6) as bytes, created_at,
            expires_at
), counted as (
  insert into artifact_counts (account_id, listed_as, template, slot, count, bytes)
  select account_id, listed_as, template, pg_backend_pid() % 16, 1, bytes from artifact
      on conflict (account_id, listed_as, template, slot)
      do update set count = artifact_counts.count + excluded.count,
                    bytes = artifact_counts.bytes + excluded.bytes
), noted as (
  insert into unindexed_artifacts (account_id, artifact_id) select account_id, id from artifact
)
select refused, most, used, created_at, expires_at,
       may_end_at($10, date_trunc('milliseconds', now()))
  from admission left join artifact on true)"};

constexpr Statement kFind{"artifact_find", R"(
select (summary_of(artifact)).*, version,
       case when octet_length(artifact.content) <= $1 then artifact.content else '' end,
       octet_length(artifact.content)::bigint
  from artifacts artifact
 where id = $2)"};

constexpr Statement kFindByExternalId{"artifact_find_by_external_id", R"(
select (summary_of(artifact)).*, version,
       case when octet_length(artifact.content) <= $1 then artifact.content else '' end,
       octet_length(artifact.content)::bigint
  from artifacts artifact
 where account_id = $2 and external_id = $3)"};

constexpr Statement kNow{"artifact_now", "select now()"};

// A link that follows its artifact (kFollow) is open again when the artifact gets a new expiry.
// Links with a view limit show no history.
constexpr Statement kRevivedLinks{"artifact_revived_links", R"(
select link.version, bool_or(link.password_hash is null),
       bool_or(link.show_history and link.max_views is null)
  from share_links link
  join artifacts artifact on artifact.id = link.artifact_id
 where link.artifact_id = $1 and link.revoked_at is null
   and (link.expires_at > case when $2 then greatest(now(), artifact.expires_at) else now() end
        or ($2 and link.created_at = artifact.created_at
            and link.expires_at = artifact.expires_at))
   and coalesce(link.view_count < link.max_views, true)
 group by link.version)"};

// The artifact is locked first, so what was before is kept as it was, and no link is pinned to it
// meanwhile. An entry that waits for the index of words is locked too, so that maintenance does not
// take it before the change is committed. Content is compared by its hash. A link that was created
// with the artifact, and has the same expiry, gets the new one (if the artifact no longer expires,
// neither does the link, unless the plan requires an expiry: then it gets the longest one). Earlier
// versions are trimmed only if there can be too many of them, as numbers have gaps; if the plan
// keeps far fewer than before, each change removes a step.
constexpr AuditedStatement kUpdate{"artifact_update", R"(
-- Parameters: id, revision, has title, title, has description, description, content or null, its
--   hash, metadata or null, has expiry, lifetime in seconds, end, title words, first heading, PDF
--   status, author, note, appends, storage limits, links may never expire, links follow, versions
--   kept, event
with before as materialized (
  select artifact.*, octet_length(content) as bytes,
         date_trunc('milliseconds', now()) as moment,
         array_remove(array[
           case when $7::text is not null and content_hash is distinct from $8 then 'content' end,
           case when $3 and title is distinct from $4 then 'title' end,
           case when $5 and description is distinct from $6 then 'description' end
         ], null) as made
    from artifacts artifact
   where id = $1 and revision = $2 and deleted_at is null
     for no key update
), admission as materialized (
  select admitted.*
    from before,
         admit_version(account_id, id, bytes,
                       case when made = '{}' then 0 else coalesce(octet_length($7), bytes) end, $19)
           as admitted
), changed as (
  update artifacts artifact
     set title = case when $3 then $4 else before.title end,
         description = case when $5 then $6 else before.description end,
         content = coalesce($7, artifact.content),
         content_hash = case when $7 is null then before.content_hash else $8 end,
         first_heading = case when $7 is null then before.first_heading else $14 end,
         title_words = lower($13),
         pdf_status = case when $7 is not null then $15
                           when 'title' = any(made) and before.pdf_status = 'ready' then 'rendering'
                           else before.pdf_status end,
         pdf_problem = case when $7 is null then before.pdf_problem end,
         metadata = coalesce($9, before.metadata),
         expires_at = case when $10 then coalesce($12, moment + make_interval(secs => $11))
                           else before.expires_at end,
         updated_at = moment,
         revision = before.revision + 1,
         version = before.version + (made <> '{}')::integer,
         version_at = case when made = '{}' then before.version_at else moment end,
         version_author = case when made = '{}' then before.version_author else $16 end,
         version_note = case when made = '{}' then before.version_note else $17 end,
         version_changes = case when made = '{}' then before.version_changes else made end,
         version_appends = case when made = '{}' then before.version_appends else $18 end
    from before, admission
   where refused is null and artifact.id = $1 and may_end_at($12, moment)
  returning (summary_of(artifact)).*, artifact.version
), kept as (
  insert into artifact_versions
    (artifact_id, version, account_id, created_at, author, note, changes, appends, title,
     description, content, content_hash, bytes)
  select before.id, before.version, before.account_id, version_at, version_author, version_note,
         version_changes, version_appends, before.title, before.description, content, content_hash,
         bytes
    from before, admission, changed
   where keeps and made <> '{}'
  returning account_id, bytes
), counted as (
  insert into artifact_counts
  select account_id, 'history', '', pg_backend_pid() % 16, 0, bytes from kept
      on conflict (account_id, listed_as, template, slot)
      do update set bytes = artifact_counts.bytes + excluded.bytes
), noted as (
  insert into unindexed_artifacts (account_id, artifact_id)
  select changed.account_id, changed.id from changed, before where made <> '{}'
      on conflict (account_id, artifact_id) do update set artifact_id = excluded.artifact_id
), trimmed as (
  delete from artifact_versions
   where artifact_id = $1
     and exists (select from changed, before
                  where changed.version > before.version
                    and changed.version - $22 > (select min(version) from artifact_versions
                                                  where artifact_id = $1 and erased_at is null))
     and version = any(array(
       select version
         from (select version, sum(bytes) over (order by version) - bytes as bytes_before
                 from (select version, bytes
                         from artifact_versions kept
                        where artifact_id = $1 and erased_at is null
                          and version < (select version from artifact_versions
                                          where artifact_id = $1 and erased_at is null
                                          order by version desc offset $22 - 2 limit 1)
                          and not exists (select from share_links link
                                           where link.account_id = kept.account_id
                                             and link.artifact_id = $1
                                             and link.version = kept.version
                                             and link.revoked_at is null)
                        order by version
                        limit 1000) as oldest) as listed
        where bytes_before < 33554432))
), followed as (
  update share_links link
     set expires_at = case when changed.expires_at is not null then changed.expires_at
                           when $20 then 'infinity'
                           else changed.updated_at + make_interval(secs => 315360000) end
    from changed, before
   where $10 and $21 and link.artifact_id = $1
     and link.created_at = before.created_at and link.expires_at = before.expires_at
     and link.revoked_at is null
), event as (
  insert into audit_events
  select event.*
    from changed, before,
         lateral (select made || array_remove(array[
           case when changed.metadata <> before.metadata then 'metadata' end,
           case when changed.expires_at is distinct from before.expires_at then 'expiry' end
         ], null) as changes) as all_of,
         audit_event($23, changed.account_id, changed.title, all_of.changes) as event
   where all_of.changes <> '{}'
)
select changed.*, refused, most, used
  from admission left join changed on true
 where refused is not null or account_id is not null
       or not may_end_at($12, date_trunc('milliseconds', now())))"};

constexpr AuditedStatement kSoftDelete{"artifact_soft_delete", R"(
with deleted as (
  update artifacts
     set deleted_at = coalesce(deleted_at, date_trunc('milliseconds', now())),
         revision = revision + (deleted_at is null)::int
   where id = $1 and revision = $2
  returning account_id, title, deleted_at, revision
), event as (
  insert into audit_events
  select event.*
    from deleted, audit_event($3, account_id, title) as event
   where revision > $2
)
select deleted_at, revision from deleted)"};

// Gives when it was deleted, and its revision since; nothing if it has another revision.
Rows mark_deleted(Postgres& postgres, const core::ArtifactId& id, std::int64_t revision,
                  const core::Principal& principal) {
  return kSoftDelete.write(
      postgres, {core::AuditAction::artifact_deleted, principal, id.to_string()}, id, revision);
}

constexpr Statement kLockForRemoval{"artifact_lock_for_removal", R"(
select from artifacts where id = $1 and revision = $2 for update)"};

constexpr AuditedStatement kRemovePermanently{"artifact_remove", R"(
with removed as (
  delete from artifacts where id = $1 and revision = $2 returning account_id
), event as (
  insert into audit_events
  select event.* from removed, audit_event($3, account_id, '') as event
)
select date_trunc('milliseconds', now()) from removed)"};

constexpr AuditedStatement kRestore{"artifact_restore", R"(
with restored as (
  update artifacts artifact
     set deleted_at = null, restored_at = date_trunc('milliseconds', now()), revision = revision + 1
   where id = $1 and revision = $2 and deleted_at > now() - interval '30 days'
  returning (summary_of(artifact)).*, version, case when $3 then content else '' end,
            octet_length(content)::bigint
), event as (
  insert into audit_events
  select event.* from restored, audit_event($4, account_id, title) as event
)
select * from restored)"};

std::optional<core::Artifact> found_in(const Rows& rows) {
  if (rows.empty()) return std::nullopt;
  core::Artifact artifact = artifact_with_pdf_in(rows[0]);
  artifact.content = rows[0].text(ArtifactColumn::after_artifact);
  artifact.content_bytes = rows[0].integer(ArtifactColumn::after_artifact + 1);
  return artifact;
}

}  // namespace

core::Result<InsertedArtifact> ArtifactStore::create(const core::ArtifactId& id,
                                                     const core::NewArtifact& artifact,
                                                     const core::Expiry& expiry,
                                                     const core::ContentFacts& facts,
                                                     const core::Principal& principal) {
  const std::string_view content = artifact.content.text();
  const Rows rows = write_admitted(0, [&] {
    return postgres_.write(kCreate, id, principal.account,
                           core::to_string(artifact.content_template), artifact.title,
                           artifact.description, content, artifact.metadata, expiry.duration(),
                           limits_parameter(limits_), expiry.moment(),
                           text_of(artifact.external_id), pdf_status(facts.pdf),
                           facts.first_heading, title_words(artifact.title, facts.first_heading),
                           author_parameter(principal), artifact.note, core::sha256(content));
  });
  const Row row = rows[0];
  if (auto refusal = refusal_in(row, 0, artifact.content.text().size(), principal))
    return *std::move(refusal);
  if (!row.boolean(5)) return core::invalid_expiry("expiresIn");
  if (row.is_null(3)) return external_id_taken();
  return InsertedArtifact{id, row.timestamp(3), row.optional_timestamp(4)};
}

core::Timestamp ArtifactStore::now() { return postgres_.read(kNow)[0].timestamp(0); }

RevivedLinks ArtifactStore::revived_links(const core::ArtifactId& id, Revival revival) {
  const Rows rows = postgres_.read(kRevivedLinks, id, revival == Revival::extended);
  RevivedLinks links;
  for (int i = 0; i < rows.size(); ++i) {
    if (!rows[i].is_null(0)) links.pinned.emplace_back(static_cast<int>(rows[i].integer(0)));
    links.lack_password = links.lack_password || rows[i].boolean(1);
    links.show_history = links.show_history || rows[i].boolean(2);
  }
  return links;
}

std::optional<core::Artifact> ArtifactStore::find(const core::ArtifactId& id, Content content) {
  return found_in(postgres_.read(kFind, static_cast<std::int64_t>(content), id));
}

std::optional<core::Artifact> ArtifactStore::find(const core::AccountId& account,
                                                  const core::ExternalId& external_id,
                                                  Content content) {
  return found_in(postgres_.read(kFindByExternalId, static_cast<std::int64_t>(content), account,
                                 external_id.text()));
}

core::Result<std::optional<core::Artifact>> ArtifactStore::update(
    const core::Artifact& current, const core::ArtifactChange& change,
    const core::ContentFacts& facts, NeverExpiringLinks never_expiring_links,
    const core::Principal& principal) {
  const core::ArtifactId& id = current.id;
  const std::int64_t revision = current.revision;
  const std::optional<std::string> title = change.title.value_or(std::nullopt);
  const std::optional<std::string> description = change.description.value_or(std::nullopt);
  const core::Expiry expiry = change.expiry.value_or(core::Expiry::never());
  const bool may_never_expire = never_expiring_links == NeverExpiringLinks::allowed;
  const std::string words =
      title_words(change.title ? title : current.title,
                  change.content ? facts.first_heading : current.first_heading);
  const RecordedEvent event{core::AuditAction::artifact_updated, principal, id.to_string()};
  const TextArray author = author_parameter(principal);
  const std::int64_t kept = limits_.of(principal.plan).versions;
  const auto content = change.content ? std::optional(change.content->text()) : std::nullopt;
  const auto hash = content ? std::optional(core::sha256(*content)) : std::nullopt;
  const Rows rows = write_admitted(ArtifactColumn::after_artifact, [&] {
    return kUpdate.write(postgres_, event, id, revision, change.title.has_value(), title,
                         change.description.has_value(), description, content, hash,
                         change.metadata, change.expiry.has_value(), expiry.duration(),
                         expiry.moment(), words, facts.first_heading, pdf_status(facts.pdf), author,
                         change.note, change.appends, limits_parameter(limits_), may_never_expire,
                         never_expiring_links != NeverExpiringLinks::unchanged, kept);
  });
  if (rows.empty()) return std::optional<core::Artifact>();
  const auto bytes = content ? std::optional(content->size()) : std::nullopt;
  if (auto refusal = refusal_in(rows[0], ArtifactColumn::after_artifact, bytes, principal))
    return *std::move(refusal);
  if (rows[0].is_null(ArtifactColumn::id)) return core::invalid_expiry("expiresIn");
  return std::optional(artifact_with_pdf_in(rows[0]));
}

std::optional<core::Timestamp> ArtifactStore::soft_delete(const core::ArtifactId& id,
                                                          std::int64_t revision,
                                                          const core::Principal& principal) {
  const Rows rows = mark_deleted(postgres_, id, revision, principal);
  if (rows.empty()) return std::nullopt;
  return rows[0].timestamp(0);
}

std::optional<core::Timestamp> ArtifactStore::remove(const core::ArtifactId& id,
                                                     std::int64_t revision,
                                                     const core::Principal& principal) {
  const auto lock = [&] { return !postgres_.write(kLockForRemoval, id, revision).empty(); };
  // Too much to remove in one statement: once the artifact is deleted, no link opens it any more,
  // and nothing is added.
  if (plan_removal(postgres_, {id}).is_large) {
    const Rows deleted = mark_deleted(postgres_, id, revision, principal);
    if (deleted.empty()) return std::nullopt;
    revision = deleted[0].integer(1);
    remove_parts_in_steps(postgres_, id, AuditedNames::removed, lock);
  }
  const Rows rows = in_transaction(postgres_, [&] {
    if (lock()) remove_names_with_links(postgres_, {id});
    return kRemovePermanently.write(
        postgres_, {core::AuditAction::artifact_deleted_permanently, principal, id.to_string()}, id,
        revision);
  });
  if (rows.empty()) return std::nullopt;
  return rows[0].timestamp(0);
}

std::optional<core::Artifact> ArtifactStore::restore(const core::ArtifactId& id,
                                                     std::int64_t revision, Content content,
                                                     const core::Principal& principal) {
  const Rows rows =
      kRestore.write(postgres_, {core::AuditAction::artifact_restored, principal, id.to_string()},
                     id, revision, content == Content::with);
  return found_in(rows);
}

ArtifactPage ArtifactStore::list(const core::AccountId& account, const core::ListRequest& request) {
  return list_artifacts(postgres_, account, request);
}

std::optional<FoundPage> ArtifactStore::search_by_index(const core::AccountId& account,
                                                        const core::ListRequest& request) {
  return db::search_by_index(postgres_, account, request);
}

std::optional<FoundPage> ArtifactStore::sort(const core::AccountId& account,
                                             const core::ListRequest& request) {
  return sort_artifacts(postgres_, account, request);
}

FoundPage ArtifactStore::search_by_walk(const core::AccountId& account,
                                        const core::ListRequest& request) {
  return db::search_by_walk(postgres_, account, request);
}

CountedArtifacts ArtifactStore::count(const core::AccountId& account,
                                      const core::ListFilter& filter,
                                      const std::optional<core::ListCursor>& after) {
  return count_artifacts(postgres_, account, filter, after);
}

std::string limits_parameter(const core::PlanStorageLimits& limits) {
  std::string text;
  for (const core::StorageLimits& plan : {limits.free, limits.pro, limits.enterprise}) {
    if (!text.empty()) text += ' ';
    text += std::to_string(plan.bytes) + ' ' + std::to_string(plan.artifacts);
  }
  return text;
}

std::optional<core::Error> refusal_in(const Row& row, int column, std::optional<std::size_t> bytes,
                                      const core::Principal& principal) {
  if (row.is_null(column)) return std::nullopt;
  const bool is_bytes = row.text(column) == "bytes";
  const std::string most = std::to_string(row.integer(column + 1));
  const std::string used = std::to_string(row.integer(column + 2));
  std::string message = "the account is limited to " + most;
  if (!is_bytes) {
    message += " artifacts and has " + used;
  } else if (!principal.may_read_artifacts()) {
    message += " bytes of content, and this would be more";
  } else {
    message += " bytes of content and uses " + used + "; ";
    message += bytes ? "this content has " + std::to_string(*bytes) + " bytes"
                     : "the version before, which a share link shows, would be kept";
  }
  message +=
      ". Deleted artifacts count until they are removed: delete some permanently, or "
      "ask the operator for a higher limit";
  return core::Error{core::ErrorCode::quota_exceeded, std::move(message)};
}

}  // namespace db
