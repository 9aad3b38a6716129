// The input for creating and changing an artifact, as every adapter reads it.
#pragma once

#include <optional>
#include <string>

#include "core/artifact.h"
#include "core/error.h"
#include "core/fields.h"
#include "templates/sent_file.h"

namespace app {

struct ArtifactChangeInput {
  core::ArtifactChange fields;  // without metadata, and without what is invalid
  // Becomes the content, as the artifact's template reads it.
  std::optional<templates::SentFile> file;
  // Must be the artifact's own template, as it cannot change.
  std::optional<core::Template> content_template;
  // An object, merged into the artifact's metadata at the top level; null removes a key.
  std::optional<core::JsonTree> metadata;
  // The external ID by which the artifact was found: not_found if it has another one by now.
  std::optional<core::ExternalId> found_by;
  // The version that the input was made from: the change is refused if another one followed.
  std::optional<core::VersionNumber> base_version;
  // The version that it was read from: the change is refused if that was erased meanwhile. Only in
  // a transaction.
  std::optional<core::VersionNumber> restored = std::nullopt;
  // The expiresAt of a response that is sent back, which must be the artifact's: expiresIn changes
  // it.
  std::optional<std::string> expires_at;
  // The errors of the input. Whether the rest is valid depends on the artifact, so
  // Artifacts::change() rejects the change and reports everything that is wrong.
  std::optional<core::Error> problem;
};

// The field note, and the number of a version in a field such as baseVersion.
std::optional<std::string> note_in(core::FieldReader& reader);
std::optional<core::VersionNumber> version_in(core::FieldReader& reader, std::string_view name);

// The end of a message about the content: what the template accepts, for example.
std::string content_example(core::Template content_template);

// Reads the fields template, content, title, description, metadata, expiresIn, externalId and note;
// of a change also baseVersion. The
// content is an object in the tree of the body, which must outlive it; Artifacts and ShareLinks
// validate it further. Errors: invalid_request, invalid_template, invalid_content,
// invalid_expires_in, with the field, and all others that the reader has found.
//
// A file replaces content, and implies the template if none is given. Further errors:
// unsupported_media_type if the template does not accept the file.
using File = std::optional<templates::SentFile>;
core::Result<core::NewArtifact> read_new_artifact(core::FieldReader& reader, const File& file = {});
// The errors are in the change.
ArtifactChangeInput read_artifact_change(core::FieldReader& reader, const File& file = {});
// A change of the artifact with this external ID, which the input may repeat.
ArtifactChangeInput read_artifact_upsert(core::FieldReader& reader, const core::ExternalId& id,
                                         const File& file);
// Why the artifact cannot be created from such a change, all errors that the reader has found
// included. It can if it has template and content, or a file.
std::optional<core::Error> problem_of_new(core::FieldReader& reader,
                                          const ArtifactChangeInput& change);
// The artifact that such a change creates. Errors: those of templates::content_of().
core::Result<core::NewArtifact> new_artifact_of(const ArtifactChangeInput& change);

}  // namespace app
