#include "app/artifacts/own_artifact.h"

namespace app {

using core::Error;
using core::ErrorCode;

core::Result<core::Artifact> own_artifact(db::ArtifactStore& artifacts, const Actor& actor,
                                          const core::ArtifactId& id,
                                          db::ArtifactStore::Content content) {
  std::optional<core::Artifact> artifact = artifacts.find(id, content);
  if (!artifact) return Error{ErrorCode::not_found, "there is no artifact with this id"};
  if (artifact->account != actor.account())
    return Error{ErrorCode::forbidden, "this artifact belongs to another account"};
  return *std::move(artifact);
}

core::Result<core::Artifact> own_artifact(db::ArtifactStore& artifacts, const Actor& actor,
                                          const core::ExternalId& id,
                                          db::ArtifactStore::Content content) {
  std::optional<core::Artifact> artifact = artifacts.find(actor.account(), id, content);
  if (!artifact) return Error{ErrorCode::not_found, "there is no artifact with this externalId"};
  return *std::move(artifact);
}

core::Error naming_holder(Error error, db::ArtifactStore& artifacts, const Actor& actor,
                          const std::optional<core::ExternalId>& id) {
  if (error.code != ErrorCode::external_id_conflict || !id) return error;
  const auto holder = artifacts.find(actor.account(), *id, db::ArtifactStore::Content::without);
  if (!holder) return error;
  const bool is_deleted = holder->status == core::ArtifactStatus::deleted;
  error.message = "belongs to the ";
  error.message += is_deleted ? "deleted artifact " : "artifact ";
  error.message += holder->id.to_string();
  error.message += is_deleted ? "; restore it, or delete it permanently to use the externalId again"
                              : "; to change it, use PUT /artifacts/by-external-id/" + id->text();
  return error;
}

}  // namespace app
