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

core::ArtifactStatus status_of(bool deleted, bool expired) {
  if (deleted) return core::ArtifactStatus::deleted;
  return expired ? core::ArtifactStatus::expired : core::ArtifactStatus::active;
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
  const Row row = rows[0];
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

}  // namespace db
