// ArtifactEdits: small changes of an artifact's content, made from what it has now.
//
// The change is computed from the content that is read, and written only if that is still the
// current one. If another call was faster, it is read and computed again, so concurrent changes are
// all made, each exactly once. In every round one caller succeeds; the rounds of a request together
// have one limit of CPU time, after which it is refused as busy.
//
// Not thread-safe. Everything it refers to must outlive it. Throws what its store throws.
#pragma once

#include <cstddef>
#include <optional>
#include <variant>
#include <vector>

#include "app/artifacts.h"
#include "app/request_admission.h"
#include "core/artifact.h"
#include "core/error.h"
#include "core/fields.h"
#include "core/ids.h"
#include "core/principal.h"
#include "core/text/json_edits.h"
#include "core/text/text_edits.h"
#include "templates/addition.h"

namespace app {

using TextEdits = std::vector<core::TextEdit>;
using ContentOperations = std::vector<core::JsonOperation>;

// One of: edits of the text, operations on the content, or an addition.
using ContentEdit = std::variant<TextEdits, ContentOperations, templates::Addition>;

struct ArtifactEdit {
  std::optional<ContentEdit> content = {};
  ArtifactChangeInput change = {};  // of everything else
};

// Reads at most one of the fields edits, set and append, and those of a change. Values refer to the
// body, which must outlive them. Errors: invalid_request, with all others that the reader has
// found.
core::Result<ArtifactEdit> read_artifact_edit(core::FieldReader& reader);

// Reads the fields of an addition: text, rows, or labels and datasets, and keepLast and key. The
// errors go to the reader.
std::optional<templates::Addition> read_addition(core::FieldReader& fields);

// Whoever may not read the artifact is told its id, version and time, and no counts.
struct EditedArtifact : ChangedArtifact {
  std::optional<std::size_t> edited = {};    // how many edits or operations were made
  std::optional<std::size_t> appended = {};  // rows, points or characters
  std::optional<std::size_t> replaced = {};  // rows or points, where the addition has a key
  std::optional<std::size_t> dropped = {};   // rows or points, where these were appended
};

class ArtifactEdits {
 public:
  // Content must not become larger than `most_bytes`.
  ArtifactEdits(db::ArtifactStore& store, Artifacts& artifacts, RequestAdmission& admission,
                std::size_t most_bytes)
      : store_(store), artifacts_(artifacts), admission_(admission), most_bytes_(most_bytes) {}

  // Edits, operations and additions with a key also need artifacts:read, as whether they fit tells
  // what is there. Errors: those of Artifacts::change(), core::edit_text(), core::edit_json() and
  // templates::with_addition(); payload_too_large if the content would become too large;
  // unavailable if it costs much and gets no turn. Whoever may not read the artifact gets one
  // error, append_unsupported, for all that its content does not allow, and no warnings about it.
  core::Result<EditedArtifact> edit(const core::Principal& principal, const core::ArtifactId& id,
                                    const ArtifactEdit& edit,
                                    const core::Preconditions& conditions = {});

 private:
  core::Result<EditedArtifact> edit_content(const core::Principal& principal,
                                            core::Artifact artifact, const ArtifactEdit& edit,
                                            const core::Preconditions& conditions);

  db::ArtifactStore& store_;
  Artifacts& artifacts_;
  RequestAdmission& admission_;
  std::size_t most_bytes_;
};

}  // namespace app
