#include "app/own_artifact.h"

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

}  // namespace app
