// Artifacts: what is done with the artifacts of an account.
//
// Each function checks that the actor may do it. An artifact that is not there is not_found, and
// another account's is forbidden. What is deleted, for good or not, and restored is recorded in the
// audit log by the statement that does it; so is what a user changes. Programs change much, and
// that is not recorded.
//
// A change, a deletion and a restoration take place in the version of the artifact that was
// checked: if somebody else was faster, it is read and checked again, so that nobody's change is
// lost. Every round lets somebody through, so the rounds are bounded by the callers.
//
// One thread's, as its store is; all that it is given outlives it. Throws what the store throws.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/actor.h"
#include "app/artifact_input.h"
#include "core/artifact/artifact.h"
#include "core/artifact/artifact_list.h"
#include "core/artifact/entity_tags.h"
#include "core/result.h"
#include "core/security/share_token.h"
#include "db/artifacts/artifact_store.h"

namespace app {

struct ArtifactList {
  std::vector<core::Artifact> artifacts;  // without their content
  std::int64_t total = 0;                 // of the whole list
  std::int64_t passed = 0;                // how many come before the first of these
  std::optional<std::string> next_cursor;
};

struct FoundArtifacts {
  std::vector<core::Artifact> artifacts;  // without their content
  // The page may be shorter than was asked for, even empty, and still not the last.
  std::optional<std::string> next_cursor;
};

class Artifacts {
 public:
  using Content = db::ArtifactStore::Content;

  Artifacts(db::ArtifactStore& store, const core::SigningKeys& keys) : store_(store), keys_(keys) {}

  // Errors: invalid_content, quota_exceeded.
  core::Result<db::CreatedArtifact> create(const Actor& actor, const core::NewArtifact& artifact);

  core::Result<core::Artifact> find(const Actor& actor, const core::ArtifactId& id,
                                    Content content);

  struct Query {
    core::ListFilter filter;
    std::optional<std::string> cursor;   // as a list before gave it
    std::optional<std::int64_t> offset;  // of a list that is not read by cursors
    int limit = core::ListRequest().limit;
  };
  // A filter's part of the title is for search() alone. Errors: invalid_cursor.
  core::Result<ArtifactList> list(const Actor& actor, const Query& query);
  // Those whose title has the filter's part in it, newest first. Errors: invalid_cursor.
  core::Result<FoundArtifacts> search(const Actor& actor, const Query& query);

  // What the caller makes a write depend on: nothing, or that the artifact has one of these tags.
  using IfMatch = std::optional<core::EntityTags>;

  // Gives the artifact as it is then, without its content. Errors: template_immutable,
  // invalid_content, invalid_request for metadata that is too much with the old; artifact_deleted,
  // precondition_failed, quota_exceeded.
  core::Result<core::Artifact> change(const Actor& actor, const core::ArtifactId& id,
                                      ArtifactChange change, const IfMatch& if_match = {});

  // Gives the moment of the deletion; that of a soft one is the first, however often it is deleted.
  // A permanent one takes place whatever the artifact's status, and counts at once for what the
  // account may keep. Errors: precondition_failed.
  enum class Deletion : std::uint8_t { soft, permanent };
  core::Result<core::Timestamp> remove(const Actor& actor, const core::ArtifactId& id,
                                       Deletion deletion, const IfMatch& if_match = {});

  // Takes a soft deletion back, and gives the artifact as it is then. Errors: not_deleted;
  // not_found also for one that was deleted too long ago.
  core::Result<core::Artifact> restore(const Actor& actor, const core::ArtifactId& id,
                                       Content content);
  // What restore() gives, without restoring anything: who may restore may see what that has led to.
  core::Result<core::Artifact> find_restored(const Actor& actor, const core::ArtifactId& id);

 private:
  core::Result<core::ListRequest> list_request(const Query& query) const;

  db::ArtifactStore& store_;
  const core::SigningKeys& keys_;
};

}  // namespace app
