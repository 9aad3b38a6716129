// What an artifact is made with and changed by, as every adapter reads it.
#pragma once

#include <optional>
#include <string>

#include "core/artifact/artifact.h"
#include "core/input/field_reader.h"
#include "core/result.h"

namespace app {

struct ArtifactChange {
  core::ArtifactChange fields;  // without metadata
  // Has to be the artifact's own, as nothing changes it.
  std::optional<core::Template> content_template;
  // Merged with the artifact's at the top level; null removes a key.
  std::optional<std::string> metadata;
};

// From the fields template, content, title, description, metadata and expiresIn. The content is an
// object, and is checked further by Artifacts and ShareLinks. Errors: invalid_request,
// invalid_template, invalid_content, invalid_expires_in, with the field.
core::Result<core::NewArtifact> read_new_artifact(core::FieldReader& reader);
core::Result<ArtifactChange> read_artifact_change(core::FieldReader& reader);

}  // namespace app
