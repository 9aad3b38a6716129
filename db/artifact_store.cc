#include "db/artifact_store.h"

namespace db {
namespace {

constexpr Statement kCreate{"artifact_create", R"(
insert into artifacts
  (id, account_id, template, title, description, content, metadata,
   created_at, updated_at, expires_at)
select $1, $2, $3, $4, $5, $6, $7, moment, moment, moment + make_interval(secs => $8)
  from date_trunc('milliseconds', now()) as moment
returning created_at, expires_at)"};

constexpr Statement kFind{"artifact_find", R"(
select account_id, template, title, description, content, metadata,
       created_at, updated_at, expires_at, deleted_at, version,
       coalesce(expires_at <= now(), false)
  from artifacts
 where id = $1 and (deleted_at is null or deleted_at > now() - interval '30 days'))"};

constexpr Statement kUpdate{"artifact_update", R"(
update artifacts
   set title = case when $3 then $4 else title end,
       description = case when $5 then $6 else description end,
       content = coalesce($7, content),
       metadata = coalesce($8, metadata),
       expires_at = case when $9 then moment + make_interval(secs => $10) else expires_at end,
       updated_at = moment,
       version = version + 1
  from date_trunc('milliseconds', now()) as moment
 where id = $1 and version = $2 and deleted_at is null
returning account_id, template, title, description, '', metadata,
          created_at, updated_at, expires_at, deleted_at, version,
          coalesce(expires_at <= now(), false))"};

constexpr Statement kSoftDelete{"artifact_soft_delete", R"(
update artifacts
   set deleted_at = coalesce(deleted_at, date_trunc('milliseconds', now())),
       version = version + (deleted_at is null)::int
 where id = $1 and version = $2
returning deleted_at)"};

constexpr Statement kRemove{"artifact_remove", R"(
delete from artifacts where id = $1 and version = $2
returning date_trunc('milliseconds', now()))"};

constexpr Statement kRestore{"artifact_restore", R"(
update artifacts set deleted_at = null, version = version + 1
 where id = $1 and version = $2 and deleted_at is not null)"};

core::ArtifactStatus status_of(bool deleted, bool expired) {
  if (deleted) return core::ArtifactStatus::deleted;
  return expired ? core::ArtifactStatus::expired : core::ArtifactStatus::active;
}

// The columns in the order in which kFind and kUpdate give them.
core::Artifact artifact_in(const Row& row, const core::ArtifactId& id) {
  core::Artifact artifact;
  artifact.id = id;
  artifact.account = core::AccountId(row.uuid(0));
  artifact.content_template = core::parse_template(row.text(1)).value();
  artifact.title = row.optional_text(2);
  artifact.description = row.optional_text(3);
  artifact.content = row.text(4);
  artifact.metadata = row.text(5);
  artifact.created_at = row.timestamp(6);
  artifact.updated_at = row.timestamp(7);
  artifact.expires_at = row.optional_timestamp(8);
  artifact.deleted_at = row.optional_timestamp(9);
  artifact.version = row.integer(10);
  artifact.status = status_of(artifact.deleted_at.has_value(), row.boolean(11));
  return artifact;
}

}  // namespace

CreatedArtifact ArtifactStore::create(const core::ArtifactId& id, const core::AccountId& account,
                                      const core::NewArtifact& artifact) {
  const Rows rows = postgres_.write(
      kCreate, id, account, core::to_string(artifact.content_template), artifact.title,
      artifact.description, artifact.content, artifact.metadata, artifact.lifetime);
  return {id, rows[0].timestamp(0), rows[0].optional_timestamp(1)};
}

std::optional<core::Artifact> ArtifactStore::find(const core::ArtifactId& id) {
  const Rows rows = postgres_.read(kFind, id);
  if (rows.empty()) return std::nullopt;
  return artifact_in(rows[0], id);
}

std::optional<core::Artifact> ArtifactStore::update(const core::ArtifactId& id,
                                                    std::int64_t version,
                                                    const core::ArtifactChange& change) {
  const Rows rows = postgres_.write(
      kUpdate, id, version, change.title.has_value(), change.title.value_or(std::nullopt),
      change.description.has_value(), change.description.value_or(std::nullopt), change.content,
      change.metadata, change.lifetime.has_value(), change.lifetime.value_or(std::nullopt));
  if (rows.empty()) return std::nullopt;
  return artifact_in(rows[0], id);
}

std::optional<core::Timestamp> ArtifactStore::soft_delete(const core::ArtifactId& id,
                                                          std::int64_t version) {
  const Rows rows = postgres_.write(kSoftDelete, id, version);
  if (rows.empty()) return std::nullopt;
  return rows[0].timestamp(0);
}

std::optional<core::Timestamp> ArtifactStore::remove(const core::ArtifactId& id,
                                                     std::int64_t version) {
  const Rows rows = postgres_.write(kRemove, id, version);
  if (rows.empty()) return std::nullopt;
  return rows[0].timestamp(0);
}

bool ArtifactStore::restore(const core::ArtifactId& id, std::int64_t version) {
  return postgres_.write(kRestore, id, version).affected() == 1;
}

}  // namespace db
