// The input for creating and changing an artifact, as every adapter reads it.
#pragma once

#include <optional>
#include <string>

#include "core/artifact/artifact.h"
#include "core/input/field_reader.h"
#include "core/result.h"
#include "templates/sent_file.h"

namespace app {

struct ArtifactChange {
  core::ArtifactChange fields;  // without metadata
  // Becomes the content, in the way that the artifact's template reads it.
  std::optional<templates::SentFile> file;
  // Must be the artifact's own template, as it cannot change.
  std::optional<core::Template> content_template;
  // Must be the artifact's own too.
  std::optional<core::ExternalId> external_id;
  // Merged into the artifact's metadata at the top level; null removes a key.
  std::optional<std::string> metadata;
};

// Reads the fields template, content, title, description, metadata, expiresIn and externalId. The
// content is an object; Artifacts and ShareLinks validate it further. Errors: invalid_request,
// invalid_template, invalid_content, invalid_expires_in, with the field, and all others that the
// reader has found.
//
// A file replaces content, and implies the template if none is given. Further errors:
// unsupported_media_type if the template does not accept the file.
using File = std::optional<templates::SentFile>;
core::Result<core::NewArtifact> read_new_artifact(core::FieldReader& reader, const File& file = {});
core::Result<ArtifactChange> read_artifact_change(core::FieldReader& reader, const File& file = {});
// The same with template and content required, so that the artifact can be created from it.
core::Result<ArtifactChange> read_whole_artifact_change(core::FieldReader& reader);

}  // namespace app
