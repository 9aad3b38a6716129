// Looks for secrets in what is to be published, as everybody who has a link can read it.
#pragma once

#include <optional>
#include <vector>

#include "app/actor.h"
#include "core/artifact/artifact.h"
#include "core/error.h"
#include "core/warning.h"
#include "db/artifacts/artifact_store.h"

namespace app {

// Adds a warning for each that is found in content, title or description. Returns secret_detected
// instead, for all of them, if the actor's key or account refuses to publish secrets.
std::optional<core::Error> examine_for_secrets(const Actor& actor,
                                               const core::NewArtifact& artifact,
                                               std::vector<core::Warning>& warnings);
std::optional<core::Error> examine_for_secrets(const Actor& actor,
                                               const core::ArtifactChange& change,
                                               std::vector<core::Warning>& warnings);

// For what makes an artifact that is there available to more people, or for longer:
// secret_detected if the actor refuses to publish what it has. The second is for what it has after
// the change. Reads the content only if the actor refuses secrets at all. Errors: also those of
// own_artifact().
std::optional<core::Error> refuse_secrets(const Actor& actor, const core::ArtifactId& id,
                                          db::ArtifactStore& artifacts);
std::optional<core::Error> refuse_secrets(const Actor& actor, const core::ArtifactId& id,
                                          const core::ArtifactChange& change,
                                          db::ArtifactStore& artifacts);

}  // namespace app
