// Artifacts and share links as the API answers them.
#pragma once

#include "core/artifact/artifact.h"
#include "core/artifact/share_link.h"
#include "core/json/json_writer.h"
#include "db/artifacts/artifact_store.h"
#include "fcgi/response.h"

namespace handlers {

// An artifact as List shows it: without its content.
void write_listed_artifact(core::JsonWriter& json, const core::Artifact& artifact);

// The answer that is the artifact, with its content and entity tag.
fcgi::Response artifact_response(const core::Artifact& artifact);

// The answer to both ways of making an artifact carries these members.
void write_created_artifact(core::JsonWriter& json, const core::NewArtifact& artifact,
                            const db::CreatedArtifact& created);

// A share link as its owner sees it.
void write_share_link(core::JsonWriter& json, const core::ListedShareLink& link);

}  // namespace handlers
