// Looks up an artifact of the actor.
#pragma once

#include "app/actor.h"
#include "core/artifact/artifact.h"
#include "core/result.h"
#include "db/artifacts/artifact_store.h"

namespace app {

// Errors: not_found; forbidden for another account's artifact.
core::Result<core::Artifact> own_artifact(db::ArtifactStore& artifacts, const Actor& actor,
                                          const core::ArtifactId& id,
                                          db::ArtifactStore::Content content);

}  // namespace app
