#include "db/artifacts/artifact_store.h"

#include "db/accounts/audited_statement.h"
#include "db/artifacts/artifact_removal.h"
#include "db/artifacts/artifact_row.h"
#include "db/artifacts/content_admission.h"
#include "db/connection/postgres.h"

namespace db {
namespace {

constexpr Statement kCreate{"artifact_create", R"(
with admission as materialized (
  select * from admit_content($2, 1, octet_length($6), $9)
), created as (
  insert into artifacts
    (id, account_id, template, title, description, content, metadata,
     created_at, updated_at, expires_at)
  select $1, $2, $3, $4, $5, $6, $7, moment, moment, moment + make_interval(secs => $8)
    from admission, date_trunc('milliseconds', now()) as moment
   where refused is null
  returning created_at, expires_at
)
select refused, most, used, created_at, expires_at from admission left join created on true)"};

constexpr Statement kFindArtifact{"artifact_find", R"(
select account_id, template, title, description, case when $2 then content else '' end, metadata,
       created_at, updated_at, expires_at, deleted_at, version,
       coalesce(expires_at <= now(), false), disabled_at, disabled_reason,
       coalesce(deleted_at > now() - interval '30 days', false), pdf_status, pdf_problem
  from artifacts
 where id = $1)"};

const AuditedStatement& update_statement() {
  static const AuditedStatement statement("artifact_update", R"(
with changed as (
  update artifacts
     set title = case when $3 then $4 else title end,
         description = case when $5 then $6 else description end,
         metadata = coalesce($7, metadata),
         expires_at = case when $8 then moment + make_interval(secs => $9) else expires_at end,
         updated_at = moment,
         version = version + 1
    from date_trunc('milliseconds', now()) as moment
   where id = $1 and version = $2 and deleted_at is null
  returning account_id, template, title, description, metadata, created_at, updated_at, expires_at,
            deleted_at, version, disabled_at, disabled_reason
), audited as (
  select account_id, title as subject_name from changed where $10
), {event}
select account_id, template, title, description, '', metadata, created_at, updated_at, expires_at,
       deleted_at, version, coalesce(expires_at <= now(), false), disabled_at, disabled_reason,
       false
  from changed)");
  return statement;
}

// The size of the current content comes from the statement's own snapshot; if the content has
// changed when the row is updated, so has its version.
const AuditedStatement& update_content_statement() {
  static const AuditedStatement statement("artifact_update_content", R"(
with admission as materialized (
  select admitted.*
    from artifacts,
         admit_content(account_id, 0, octet_length($7) - octet_length(content), $11) as admitted
   where id = $1 and version = $2 and deleted_at is null
), changed as (
  update artifacts
     set title = case when $3 then $4 else title end,
         description = case when $5 then $6 else description end,
         content = $7,
         metadata = coalesce($8, metadata),
         expires_at = case when $9 then moment + make_interval(secs => $10) else expires_at end,
         updated_at = moment,
         version = version + 1
    from admission, date_trunc('milliseconds', now()) as moment
   where refused is null and id = $1 and version = $2 and deleted_at is null
  returning account_id, template, title, description, metadata, created_at, updated_at,
            artifacts.expires_at, deleted_at, version, disabled_at, disabled_reason
), audited as (
  select account_id, title as subject_name from changed where $12
), {event}
select account_id, template, title, description, '', metadata, created_at, updated_at, expires_at,
       deleted_at, version, coalesce(expires_at <= now(), false), disabled_at, disabled_reason,
       false, refused, most, used
  from admission left join changed on true
 where refused is not null or account_id is not null)");
  return statement;
}

const AuditedStatement& soft_delete_statement() {
  static const AuditedStatement statement("artifact_soft_delete", R"(
with deleted as (
  update artifacts
     set deleted_at = coalesce(deleted_at, date_trunc('milliseconds', now())),
         version = version + (deleted_at is null)::int
   where id = $1 and version = $2
  returning account_id, title, deleted_at, version
), audited as (
  select account_id, title as subject_name from deleted where version > $2
), {event}
select deleted_at from deleted)");
  return statement;
}

// Only marks an artifact that is about to be removed.
constexpr Statement kMarkDeleted{"artifact_mark_deleted", R"(
update artifacts
   set deleted_at = coalesce(deleted_at, date_trunc('milliseconds', now())),
       version = version + (deleted_at is null)::int
 where id = $1 and version = $2
returning version)"};

const AuditedStatement& remove_statement() {
  static const AuditedStatement statement("artifact_remove", R"(
with removed as (
  delete from artifacts where id = $1 and version = $2 returning account_id, title
), audited as (
  select account_id, title as subject_name from removed
), {event}
select date_trunc('milliseconds', now()) from removed)");
  return statement;
}

const AuditedStatement& restore_statement() {
  static const AuditedStatement statement("artifact_restore", R"(
with restored as (
  update artifacts set deleted_at = null, version = version + 1
   where id = $1 and version = $2 and deleted_at > now() - interval '30 days'
  returning account_id, template, title, description, case when $3 then content else '' end as content,
            metadata, created_at, updated_at, expires_at, deleted_at, version, disabled_at,
            disabled_reason
), audited as (
  select account_id, title as subject_name from restored
), {event}
select account_id, template, title, description, content, metadata, created_at, updated_at,
       expires_at, deleted_at, version, coalesce(expires_at <= now(), false), disabled_at,
       disabled_reason, false
  from restored)");
  return statement;
}

}  // namespace

core::Result<CreatedArtifact> ArtifactStore::create(const core::ArtifactId& id,
                                                    const core::AccountId& account,
                                                    const core::NewArtifact& artifact) {
  const Rows rows =
      postgres_.write(kCreate, id, account, core::to_string(artifact.content_template),
                      artifact.title, artifact.description, artifact.content, artifact.metadata,
                      artifact.lifetime, limits_parameter(limits_));
  const Row row = rows[0];
  if (auto refusal = refusal_in(row, 0, artifact.content.size())) return *std::move(refusal);
  return CreatedArtifact{id, row.timestamp(3), row.optional_timestamp(4)};
}

std::optional<core::Artifact> ArtifactStore::find(const core::ArtifactId& id, Content content) {
  const Rows rows = postgres_.read(kFindArtifact, id, content == Content::with);
  if (rows.empty()) return std::nullopt;
  constexpr int kPdfStatus = 15;
  core::Artifact artifact = artifact_in(rows[0], id);
  if (!rows[0].is_null(kPdfStatus)) {
    artifact.pdf = {core::parse_pdf_progress(rows[0].text(kPdfStatus)).value(),
                    rows[0].optional_text(kPdfStatus + 1).value_or("")};
  }
  return artifact;
}

core::Result<std::optional<core::Artifact>> ArtifactStore::update(
    const core::ArtifactId& id, std::int64_t version, const core::ArtifactChange& change,
    const std::optional<core::AuditNote>& note) {
  const std::optional<std::string> title = change.title.value_or(std::nullopt);
  const std::optional<std::string> description = change.description.value_or(std::nullopt);
  const std::optional<core::Duration> lifetime = change.lifetime.value_or(std::nullopt);
  const core::AuditNote by = note.value_or(core::AuditNote());
  const RecordedEvent event{
      .action = core::AuditAction::artifact_edited, .note = by, .subject = id.to_string()};
  const Rows rows =
      change.content
          ? update_content_statement().write(
                postgres_, event, id, version, change.title.has_value(), title,
                change.description.has_value(), description, *change.content, change.metadata,
                change.lifetime.has_value(), lifetime, limits_parameter(limits_), note.has_value())
          : update_statement().write(postgres_, event, id, version, change.title.has_value(), title,
                                     change.description.has_value(), description, change.metadata,
                                     change.lifetime.has_value(), lifetime, note.has_value());
  if (rows.empty()) return std::optional<core::Artifact>();
  constexpr int kRefused = 15;
  if (change.content)
    if (auto refusal = refusal_in(rows[0], kRefused, change.content->size()))
      return *std::move(refusal);
  return std::optional(artifact_in(rows[0], id));
}

std::optional<core::Timestamp> ArtifactStore::soft_delete(const core::ArtifactId& id,
                                                          std::int64_t version,
                                                          const core::AuditNote& note) {
  const Rows rows = soft_delete_statement().write(
      postgres_,
      {.action = core::AuditAction::artifact_deleted, .note = note, .subject = id.to_string()}, id,
      version);
  if (rows.empty()) return std::nullopt;
  return rows[0].timestamp(0);
}

std::optional<core::Timestamp> ArtifactStore::remove(const core::ArtifactId& id,
                                                     std::int64_t version,
                                                     const core::AuditNote& note) {
  // Too many links to remove in one statement: once the artifact is marked as deleted, no link
  // opens it any more, and the links are removed first.
  if (has_many_links(postgres_, id)) {
    const Rows marked = postgres_.write(kMarkDeleted, id, version);
    if (marked.empty()) return std::nullopt;
    version = marked[0].integer(0);
    remove_most_links(postgres_, id);
  }
  const Rows rows =
      remove_statement().write(postgres_,
                               {.action = core::AuditAction::artifact_deleted_permanently,
                                .note = note,
                                .subject = id.to_string()},
                               id, version);
  if (rows.empty()) return std::nullopt;
  return rows[0].timestamp(0);
}

std::optional<core::Artifact> ArtifactStore::restore(const core::ArtifactId& id,
                                                     std::int64_t version, Content content,
                                                     const core::AuditNote& note) {
  const Rows rows = restore_statement().write(
      postgres_,
      {.action = core::AuditAction::artifact_restored, .note = note, .subject = id.to_string()}, id,
      version, content == Content::with);
  if (rows.empty()) return std::nullopt;
  return artifact_in(rows[0], id);
}

ArtifactPage ArtifactStore::list(const core::AccountId& account, const core::ListRequest& request) {
  return list_artifacts(postgres_, account, request);
}

FoundArtifacts ArtifactStore::search(const core::AccountId& account,
                                     const core::ListRequest& request) {
  return search_artifacts(postgres_, account, request);
}

}  // namespace db
