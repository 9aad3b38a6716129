// Artifacts and share links in the API's JSON format.
#pragma once

#include "core/artifact/artifact.h"
#include "core/artifact/share_link.h"
#include "core/json/json_writer.h"
#include "db/artifacts/artifact_store.h"
#include "fcgi/response.h"

namespace handlers {

// An artifact as lists show it: without its content.
void write_listed_artifact(core::JsonWriter& json, const core::Artifact& artifact);

// The response with an artifact, its content and entity tag.
fcgi::Response artifact_response(const core::Artifact& artifact);

// The members in the responses of both ways of creating an artifact.
void write_created_artifact(core::JsonWriter& json, const core::NewArtifact& artifact,
                            const db::CreatedArtifact& created,
                            const std::optional<core::PdfState>& pdf);

// The members of the responses to changing an artifact.
void write_changed_artifact(core::JsonWriter& json, const core::Artifact& artifact);

// expiresAt and expiresBecause of a link.
void write_end(core::JsonWriter& json, const core::ShareLink& link);

// A share link as its owner sees it.
void write_share_link(core::JsonWriter& json, const core::ListedShareLink& link);

}  // namespace handlers
