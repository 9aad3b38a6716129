#include "db/artifacts/artifact_row.h"

#include "db/accounts/disabling.h"

namespace db {
namespace {

core::ArtifactStatus status_of(bool deleted, bool expired) {
  if (deleted) return core::ArtifactStatus::deleted;
  return expired ? core::ArtifactStatus::expired : core::ArtifactStatus::active;
}

}  // namespace

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
  artifact.disabled = disabled_in(row, 12);
  artifact.can_be_restored = row.boolean(14);
  if (!row.is_null(15)) artifact.external_id = core::ExternalId::parse(row.text(15));
  artifact.first_heading = row.optional_text(16);
  return artifact;
}

}  // namespace db
