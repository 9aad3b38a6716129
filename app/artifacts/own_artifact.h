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

// The same by external ID.
core::Result<core::Artifact> own_artifact(db::ArtifactStore& artifacts, const Actor& actor,
                                          const core::ExternalId& id,
                                          db::ArtifactStore::Content content);

// Adds to an external_id_conflict which artifact has the external ID; returns other errors
// unchanged.
core::Error naming_holder(core::Error error, db::ArtifactStore& artifacts, const Actor& actor,
                          const std::optional<core::ExternalId>& id);

}  // namespace app
