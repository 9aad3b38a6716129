// What an artifact is created with, once all that its content and the actor's limits require has
// been checked.
#pragma once

#include <vector>

#include "app/actor.h"
#include "core/artifact/artifact.h"
#include "core/result.h"
#include "core/text/expiry.h"
#include "core/warning.h"
#include "db/artifacts/artifact_store.h"
#include "templates/template_definition.h"

namespace app {

struct CheckedArtifact {
  core::Expiry expiry;
  core::ContentFacts facts;
  std::vector<core::Warning> warnings;
};

// Errors: expiry_not_allowed, invalid_content, secret_detected.
core::Result<CheckedArtifact> check_new_artifact(const Actor& actor,
                                                 const core::NewArtifact& artifact,
                                                 db::ArtifactStore& artifacts);

// What is stored beside content, of what its template found in it.
core::ContentFacts facts_of(const templates::ContentFindings& findings);

}  // namespace app
