// The artifact that an actor asks about.
#pragma once

#include "app/actor.h"
#include "core/artifact/artifact.h"
#include "core/result.h"
#include "db/artifacts/artifact_store.h"

namespace app {

// Errors: not_found, and forbidden for another account's.
core::Result<core::Artifact> own_artifact(db::ArtifactStore& artifacts, const Actor& actor,
                                          const core::ArtifactId& id,
                                          db::ArtifactStore::Content content);

}  // namespace app
