// ArtifactStore: artifacts in PostgreSQL.
//
// Moments are the database's: whether something has expired is decided by its clock alone, whatever
// the workers' clocks say.
// A change that takes a note is recorded in the audit log by the statement that makes it, if it
// changes anything.
// No account gets past its limits of storage, however many of its programs write at once (migration
// 0011).
// Uses its thread's connection; throws what db/connection/postgres.h says.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/artifact/artifact.h"
#include "core/artifact/artifact_list.h"
#include "core/identity/audit.h"
#include "core/identity/public_id.h"
#include "core/identity/storage_limits.h"
#include "core/result.h"

namespace db {

class Postgres;

struct CreatedArtifact {
  core::ArtifactId id;
  core::Timestamp created_at;
  std::optional<core::Timestamp> expires_at;
};

struct ArtifactPage {
  std::vector<core::Artifact> artifacts;
  std::int64_t total = 0;  // of the whole list, at the same moment
  bool has_more = false;
};

struct FoundArtifacts {
  std::vector<core::Artifact> artifacts;
  // Where the search is to go on; nothing if all has been searched. The page may be shorter than
  // was asked for, even empty, and still not the last: one search looks at so many artifacts only.
  std::optional<core::ListCursor> next;
};

class ArtifactStore {
 public:
  ArtifactStore(Postgres& postgres, const core::PlanStorageLimits& limits)
      : postgres_(postgres), limits_(limits) {}

  // Errors: quota_exceeded.
  core::Result<CreatedArtifact> create(const core::ArtifactId& id, const core::AccountId& account,
                                       const core::NewArtifact& artifact);

  // Any account's artifact, expired and deleted ones too.
  // Content can be large, and is read only where it is wanted.
  enum class Content { with, without };
  std::optional<core::Artifact> find(const core::ArtifactId& id, Content content);

  // One page of the account's artifacts, without their content.
  ArtifactPage list(const core::AccountId& account, const core::ListRequest& request);

  // One page of the account's artifacts whose title has the filter's part in it, newest first,
  // without their content. `request` has no offset.
  //
  // A title of which few have the part is found by an index. Where there are many, or the part is
  // too short for the index, the list is walked, as long as that is quick.
  FoundArtifacts search(const core::AccountId& account, const core::ListRequest& request);

  // Changes the artifact if it still is of `version` and not deleted, and gives it as it is then,
  // without its content; nothing if somebody else was faster. Recorded only with a note. Errors:
  // quota_exceeded.
  core::Result<std::optional<core::Artifact>> update(const core::ArtifactId& id,
                                                     std::int64_t version,
                                                     const core::ArtifactChange& change,
                                                     const std::optional<core::AuditNote>& note);

  // Marks it as deleted if it still is of `version`, and gives the moment; nothing if somebody else
  // was faster. One that is deleted already keeps its first moment.
  std::optional<core::Timestamp> soft_delete(const core::ArtifactId& id, std::int64_t version,
                                             const core::AuditNote& note);

  // Removes it with all that belongs to it. The moment it was done; nothing if somebody else was
  // faster.
  std::optional<core::Timestamp> remove(const core::ArtifactId& id, std::int64_t version,
                                        const core::AuditNote& note);

  // Takes the mark away, if the artifact still is of `version` and can be restored, and gives it as
  // it is then; nothing if somebody else was faster.
  std::optional<core::Artifact> restore(const core::ArtifactId& id, std::int64_t version,
                                        Content content, const core::AuditNote& note);

 private:
  std::optional<FoundArtifacts> search_by_title(const core::AccountId& account,
                                                const core::ListRequest& request);
  FoundArtifacts search_in_order(const core::AccountId& account, const core::ListRequest& request);

  Postgres& postgres_;
  core::PlanStorageLimits limits_;
};

}  // namespace db
