#include "db/artifact_store.h"

#include "core/security/cryptography.h"
#include "core/time.h"
#include "db/artifact_removal.h"
#include "db/artifact_rows.h"
#include "db/audit_log.h"
#include "db/connection/postgres.h"
#include "db/connection/values.h"
#include "db/version_store.h"
#include "db/word_index.h"

namespace db {
namespace {

constexpr Text kFindText = R"(
select (summary_of(artifact)).*, version,
       case when octet_length(artifact.content) <= $largest then artifact.content else '' end
         as content,
       octet_length(artifact.content)::bigint as content_bytes
  from artifacts artifact
 where {which})";
constexpr Query<with_parts<kFindText, "{which}", "id = $artifact">()> kFind{"artifact_find"};
constexpr Query<
    with_parts<kFindText, "{which}", "account_id = $account and external_id = $external_id">()>
    kFindByExternalId{"artifact_find_by_external_id"};

constexpr Query<R"(
select id from artifacts where account_id = $account and external_id = $external_id)">
    kIdOf{"artifact_id_of"};

constexpr Query<R"(
select (content::json -> $member::text)::text as member
  from artifacts
 where id = $artifact and account_id = $account)">
    kMember{"artifact_member"};

constexpr Query<R"(
select now() as now)">
    kNow{"artifact_now"};

// A link that follows its artifact (kFollow) is open again when the artifact gets a new expiry.
// Links with a view limit show no history.
constexpr Query<R"(
select link.version, bool_or(link.password_hash is null) as lacks_password,
       bool_or(link.show_history and link.max_views is null) as shows_history
  from share_links link
  join artifacts artifact on artifact.id = link.artifact_id
 where link.artifact_id = $artifact and link.revoked_at is null
   and (link.expires_at > case when $is_extended then greatest(now(), artifact.expires_at)
                               else now() end
        or ($is_extended and link.created_at = artifact.created_at
            and link.expires_at = artifact.expires_at))
   and coalesce(link.view_count < link.max_views, true)
 group by link.version)">
    kRevivedLinks{"artifact_revived_links"};

// The artifact is locked first, so what was before is kept as it was, and no link is pinned to it
// meanwhile. An entry that waits for the index of words is locked too, so that maintenance does not
// take it before the change is committed. Content is compared by its hash. The oldest version is
// looked for only where there can be too many.
constexpr AuditedQuery<R"(
with before as materialized (
  select artifact.*, octet_length(content) as bytes,
         coalesce(octet_length($content), octet_length(content)) as bytes_after,
         date_trunc('milliseconds', now()) as moment,
         array_remove(array[
           case when $content::text is not null and content_hash is distinct from $content_hash
                then 'content' end,
           case when $has_title and title is distinct from $title then 'title' end,
           case when $has_description and description is distinct from $description
                then 'description' end
         ], null) as made
    from artifacts artifact
   where id = $artifact and revision = $revision and deleted_at is null
     for no key update
), admission as materialized (
  select (answer).refused, (answer).most, (answer).used, coalesce((answer).keeps, true) as keeps
    from (select case when coalesce(max_bytes, $most_bytes) < 9223372036854775807 and made <> '{}'
                      then admit_version(account_id, before.id, bytes, bytes_after,
                                         coalesce(max_bytes, $most_bytes))
                 end as answer
            from before left join accounts account on account.id = account_id
          offset 0) as admitted
), changed as (
  update artifacts artifact
     set title = case when $has_title then $title else before.title end,
         description = case when $has_description then $description else before.description end,
         content = coalesce($content, artifact.content),
         content_hash = coalesce($content_hash, before.content_hash),
         first_heading = case when $content is null then before.first_heading
                              else $first_heading end,
         title_words = lower($title_words),
         pdf_status = case when $content is not null then $pdf_status
                           when 'title' = any(made) and before.pdf_status = 'ready' then 'rendering'
                           else before.pdf_status end,
         pdf_problem = case when $content is null then before.pdf_problem end,
         metadata = coalesce($metadata, before.metadata),
         external_id = case when $has_external_id then $external_id else before.external_id end,
         expires_at = case when $has_expiry
                           then coalesce($end, moment + make_interval(secs => $lifetime))
                           else before.expires_at end,
         listed_as = case when $has_expiry then 'active' else before.listed_as end,
         updated_at = moment,
         revision = before.revision + 1,
         version = before.version + (made <> '{}')::integer,
         version_at = case when made = '{}' then before.version_at else moment end,
         version_author = case when made = '{}' then before.version_author else $author end,
         version_note = case when made = '{}' then before.version_note else $note end,
         version_changes = case when made = '{}' then before.version_changes else made end,
         version_appends = case when made = '{}' then before.version_appends else $appends end
    from before, admission
   where refused is null and artifact.id = $artifact and may_end_at($end, moment)
  returning (summary_of(artifact)).*, artifact.version, artifact.listed_as
), kept as (
  insert into artifact_versions
    (artifact_id, version, account_id, created_at, author, note, changes, appends, title,
     description, content, content_hash, bytes)
  select before.id, before.version, before.account_id, version_at, version_author, version_note,
         version_changes, version_appends, before.title, before.description, content, content_hash,
         bytes
    from before, admission, changed
   where keeps and made <> '{}'
  returning bytes
), counted as (
  insert into artifact_counts (account_id, listed_as, template, slot, count, bytes)
  select before.account_id, kind, of_template, pg_backend_pid() % 16, sum(one), sum(more)
    from before, changed,
         lateral (select changed.listed_as::text, before.template::text, 1, bytes_after
                  union all
                  select before.listed_as::text, before.template::text, -1, -bytes
                  union all
                  select 'history', '', 0, bytes from kept) as change (kind, of_template, one, more)
   group by 1, 2, 3
  having sum(one) <> 0 or sum(more) <> 0
   order by 1, 2, 3
      {or add}
), noted as (
  insert into unindexed_artifacts (account_id, artifact_id)
  select changed.account_id, changed.id from changed, before where made <> '{}'
      on conflict (account_id, artifact_id) do update set artifact_id = excluded.artifact_id
), event as (
  insert into audit_events
  select event.*
    from changed, before,
         lateral (select made || array_remove(array[
           case when changed.metadata <> before.metadata then 'metadata' end,
           case when changed.external_id is distinct from before.external_id
                then 'external_id' end,
           case when changed.expires_at is distinct from before.expires_at then 'expiry' end
         ], null) as changes) as all_of,
         audit_event($event, changed.account_id, changed.title, all_of.changes) as event
   where all_of.changes <> '{}'
)
select changed.*, refused, most, used,
       case when changed.version > $most_versions
            then (select min(version) from artifact_versions
                   where artifact_id = $artifact and erased_at is null) end as oldest_version
  from admission left join changed on true
 where refused is not null or changed.id is not null
       or not may_end_at($end, date_trunc('milliseconds', now())))">
    kUpdate{"artifact_update"};

// A link that was created with the artifact, and had its expiry, gets the new one (if the artifact
// no longer expires, neither does the link, unless the plan requires an expiry: then it gets the
// longest one).
constexpr Query<R"(
update share_links
   set expires_at = case when $new_end::timestamptz is not null then $new_end
                         when $may_never_expire then 'infinity'
                         else date_trunc('milliseconds', now()) + make_interval(secs => 315360000)
                    end
 where artifact_id = $artifact and created_at = $created_at and expires_at = $former_end
   and revoked_at is null)">
    kFollow{"artifact_follow"};

constexpr AuditedQuery<R"(
with before as materialized (
  select id, listed_as, deleted_at from artifacts
   where id = $artifact and revision = $revision
     for no key update
), deleted as (
  update artifacts
     set deleted_at = coalesce(before.deleted_at, date_trunc('milliseconds', now())),
         listed_as = 'deleted',
         revision = revision + (before.deleted_at is null)::int
    from before
   where artifacts.id = before.id
  returning account_id, title, artifacts.deleted_at, revision, before.listed_as as listed_before,
            template, octet_length(content) as bytes
), counted as (
  insert into artifact_counts (account_id, listed_as, template, slot, count, bytes)
  select account_id, kind, template, pg_backend_pid() % 16, one, one * bytes
    from deleted, lateral (values (listed_before, -1), ('deleted', 1)) as change (kind, one)
   where listed_before <> 'deleted'
   order by kind
      {or add}
), event as (
  insert into audit_events
  select event.*
    from deleted, audit_event($event, account_id, title) as event
   where revision > $revision
)
select deleted_at, revision from deleted)">
    kSoftDelete{"artifact_soft_delete"};

// Gives when it was deleted, and its revision since; nothing if it has another revision.
Rows mark_deleted(Postgres& postgres, const core::ArtifactId& id, std::int64_t revision,
                  const core::Principal& principal) {
  return kSoftDelete.write(postgres,
                           {core::AuditAction::artifact_deleted, principal, id.to_string()},
                           "artifact"_a = id, "revision"_a = revision);
}

constexpr Query<R"(
select from artifacts where id = $artifact and revision = $revision for update)">
    kLockForRemoval{"artifact_lock_for_removal"};

constexpr AuditedQuery<R"(
with due as materialized (
  select id, account_id from artifacts where id = $artifact and revision = $revision for update
), removed as materialized (
  select remove_artifacts(array_agg(id)) as artifacts from due
), event as (
  insert into audit_events
  select event.* from due, removed, audit_event($event, account_id, '') as event
)
select date_trunc('milliseconds', now()) as removed_at from due, removed)">
    kRemovePermanently{"artifact_remove"};

constexpr AuditedQuery<R"(
with before as materialized (
  select id, listed_as from artifacts
   where id = $artifact and revision = $revision and deleted_at > now() - interval '30 days'
     for no key update
), restored as (
  update artifacts artifact
     set deleted_at = null, listed_as = 'active',
         restored_at = date_trunc('milliseconds', now()), revision = revision + 1
    from before
   where artifact.id = before.id
  returning (summary_of(artifact)).*, version,
            case when $with_content then content else '' end as content,
            octet_length(content)::bigint as content_bytes
), counted as (
  insert into artifact_counts (account_id, listed_as, template, slot, count, bytes)
  select account_id, kind, template, pg_backend_pid() % 16, one, one * content_bytes
    from restored, before,
         lateral (values ('active', 1), (before.listed_as, -1)) as change (kind, one)
   where before.listed_as <> 'active'
   order by kind
      {or add}
), event as (
  insert into audit_events
  select event.* from restored, audit_event($event, account_id, title) as event
)
select * from restored)">
    kRestore{"artifact_restore"};

std::optional<core::Artifact> found_in(const Rows& rows) {
  if (rows.empty()) return std::nullopt;
  core::Artifact artifact = artifact_with_pdf_in(rows[0]);
  artifact.content = rows[0].text("content");
  artifact.content_bytes = rows[0].integer("content_bytes");
  return artifact;
}

}  // namespace

core::Timestamp ArtifactStore::now() { return postgres_.read(kNow)[0].timestamp("now"); }

RevivedLinks ArtifactStore::revived_links(const core::ArtifactId& id, Revival revival) {
  const Rows rows = postgres_.read(kRevivedLinks, "artifact"_a = id,
                                   "is_extended"_a = revival == Revival::extended);
  RevivedLinks links;
  for (int i = 0; i < rows.size(); ++i) {
    if (const auto version = rows[i].optional_integer("version"))
      links.pinned.emplace_back(static_cast<int>(*version));
    links.lack_password = links.lack_password || rows[i].boolean("lacks_password");
    links.show_history = links.show_history || rows[i].boolean("shows_history");
  }
  return links;
}

std::optional<core::Artifact> ArtifactStore::find(const core::ArtifactId& id, Content content) {
  return found_in(
      postgres_.read(kFind, "largest"_a = static_cast<std::int64_t>(content), "artifact"_a = id));
}

std::optional<core::Artifact> ArtifactStore::find(const core::AccountId& account,
                                                  const core::ExternalId& external_id,
                                                  Content content) {
  return found_in(postgres_.read(kFindByExternalId,
                                 "largest"_a = static_cast<std::int64_t>(content),
                                 "account"_a = account, "external_id"_a = external_id.text()));
}

std::optional<core::ArtifactId> ArtifactStore::id_of(const core::AccountId& account,
                                                     const core::ExternalId& external_id) {
  const Rows rows =
      postgres_.read(kIdOf, "account"_a = account, "external_id"_a = external_id.text());
  return rows.empty() ? std::nullopt : std::optional(core::ArtifactId(rows[0].uuid("id")));
}

std::string ArtifactStore::text_in_content(const core::Artifact& artifact,
                                           std::string_view member) {
  const Rows rows = postgres_.read(kMember, "artifact"_a = artifact.id,
                                   "account"_a = artifact.account, "member"_a = member);
  if (rows.empty() || rows[0].is_null("member")) return {};
  const auto value = core::JsonTree::parse(rows[0].text("member"));
  return value->root().is(core::JsonType::string) ? value->root().string() : std::string();
}

core::Result<std::optional<core::Artifact>> ArtifactStore::update(
    const core::Artifact& current, const core::ArtifactChange& change,
    const core::ContentFacts& facts, NeverExpiringLinks never_expiring_links,
    const core::Principal& principal) try {
  const core::ArtifactId& id = current.id;
  const std::int64_t revision = current.revision;
  const std::optional<std::string> title = change.title.value_or(std::nullopt);
  const std::optional<std::string> description = change.description.value_or(std::nullopt);
  const core::Expiry expiry = change.expiry.value_or(core::Expiry::never());
  const std::string words =
      title_words(change.title ? title : current.title,
                  change.content ? facts.first_heading : current.first_heading);
  const RecordedEvent event{core::AuditAction::artifact_updated, principal, id.to_string()};
  const TextArray author = author_parameter(principal);
  const core::StorageLimits& plan = limits_.of(principal.plan);
  const auto content = change.content ? std::optional(change.content->text()) : std::nullopt;
  const auto hash = content ? std::optional(core::sha256(*content)) : std::nullopt;
  const auto write = [&] {
    return write_admitted([&] {
      return kUpdate.write(
          postgres_, event, "artifact"_a = id, "revision"_a = revision,
          "has_title"_a = change.title.has_value(), "title"_a = title,
          "has_description"_a = change.description.has_value(), "description"_a = description,
          "content"_a = content, "content_hash"_a = hash, "metadata"_a = change.metadata,
          "has_external_id"_a = change.external_id.has_value(),
          "external_id"_a = text_of(change.external_id.value_or(std::nullopt)),
          "has_expiry"_a = change.expiry.has_value(), "lifetime"_a = expiry.duration(),
          "end"_a = expiry.moment(), "title_words"_a = words,
          "first_heading"_a = facts.first_heading, "pdf_status"_a = pdf_status(facts.pdf),
          "author"_a = author, "note"_a = change.note, "appends"_a = change.appends,
          "most_bytes"_a = plan.bytes, "most_versions"_a = plan.versions);
    });
  };
  const bool links_follow =
      change.expiry && never_expiring_links != NeverExpiringLinks::unchanged && current.expires_at;
  const Rows rows = !links_follow ? write() : in_transaction(postgres_, [&] {
    Rows written = write();
    if (!written.empty() && !written[0].is_null("id")) {
      postgres_.write(kFollow, "artifact"_a = id, "created_at"_a = current.created_at,
                      "former_end"_a = current.expires_at,
                      "new_end"_a = written[0].optional_timestamp("expires_at"),
                      "may_never_expire"_a = never_expiring_links == NeverExpiringLinks::allowed);
    }
    return written;
  });
  if (rows.empty()) return std::optional<core::Artifact>();
  const Row row = rows[0];
  const auto bytes = content ? std::optional(content->size()) : std::nullopt;
  if (auto refusal = refusal_in(row, bytes, principal)) return *std::move(refusal);
  if (row.is_null("id")) return core::invalid_expiry("expiresIn");
  core::Artifact changed = artifact_with_pdf_in(row);
  if (change.appends) thin_appends(postgres_, id, changed.version);
  const auto oldest = row.optional_integer("oldest_version");
  if (oldest && changed.version.value() - *oldest > plan.versions)
    trim_versions(postgres_, id, plan.versions);
  return std::optional(std::move(changed));
} catch (const QueryFailed& failure) {
  if (change.external_id && failure.is_unique_violation()) return external_id_taken();
  throw;
}

std::optional<core::Timestamp> ArtifactStore::soft_delete(const core::ArtifactId& id,
                                                          std::int64_t revision,
                                                          const core::Principal& principal) {
  const Rows rows = mark_deleted(postgres_, id, revision, principal);
  if (rows.empty()) return std::nullopt;
  return rows[0].timestamp("deleted_at");
}

std::optional<core::Timestamp> ArtifactStore::remove(const core::ArtifactId& id,
                                                     std::int64_t revision,
                                                     const core::Principal& principal) {
  const auto lock = [&] {
    return !postgres_.write(kLockForRemoval, "artifact"_a = id, "revision"_a = revision).empty();
  };
  // Too much to remove in one statement: once the artifact is deleted, no link opens it any more,
  // and nothing is added.
  if (plan_removal(postgres_, {id}).is_large) {
    const Rows deleted = mark_deleted(postgres_, id, revision, principal);
    if (deleted.empty()) return std::nullopt;
    revision = deleted[0].integer("revision");
    remove_parts_in_steps(postgres_, id, AuditedNames::removed, lock);
  }
  const Rows rows = in_transaction(postgres_, [&] {
    if (lock()) remove_names_with_links(postgres_, {id});
    return kRemovePermanently.write(
        postgres_, {core::AuditAction::artifact_deleted_permanently, principal, id.to_string()},
        "artifact"_a = id, "revision"_a = revision);
  });
  if (rows.empty()) return std::nullopt;
  return rows[0].timestamp("removed_at");
}

std::optional<core::Artifact> ArtifactStore::restore(const core::ArtifactId& id,
                                                     std::int64_t revision, Content content,
                                                     const core::Principal& principal) {
  const Rows rows = kRestore.write(
      postgres_, {core::AuditAction::artifact_restored, principal, id.to_string()},
      "artifact"_a = id, "revision"_a = revision, "with_content"_a = content == Content::with);
  return found_in(rows);
}

std::optional<core::Error> refusal_in(const Row& row, std::optional<std::size_t> bytes,
                                      const core::Principal& principal) {
  if (row.is_null("refused")) return std::nullopt;
  const bool is_bytes = row.text("refused") == "bytes";
  const std::string most = std::to_string(row.integer("most"));
  const std::string used = std::to_string(row.integer("used"));
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
