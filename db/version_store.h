// VersionStore: the versions of artifacts in PostgreSQL. The statement that changes an artifact
// keeps what was before (db/artifact_store.h); the current version is the artifact itself.
//
// Uses its thread's connection; throws what db/connection/postgres.h says.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/ids.h"
#include "core/principal.h"
#include "core/version.h"
#include "db/artifact_store.h"
#include "db/connection/values.h"

namespace db {

class Postgres;

struct VersionPage {
  std::vector<core::Version> versions;  // newest first
  bool has_more = false;
};

// A version with what it contains; an erased one has nothing. Its content is read only on request.
struct StoredVersion : core::Version {
  std::optional<std::string> title;
  std::optional<std::string> description;
  std::string content;
};

// The result of erasing.
struct ErasedVersions {
  std::vector<core::VersionNumber> erased;        // without those that were erased before
  std::vector<core::VersionNumber> same_content;  // other versions with the same content
};

// When the last version of an artifact was erased.
struct LastErasure {
  core::ArtifactId artifact;
  core::Timestamp at;
};

class VersionStore {
 public:
  explicit VersionStore(Postgres& postgres) : postgres_(postgres) {}

  // The versions below `below`, the current one included.
  VersionPage list(const core::ArtifactId& artifact, std::optional<core::VersionNumber> below,
                   int limit);

  // Nothing if there is none of this number, or it was not kept.
  using Content = ArtifactStore::Content;
  std::optional<StoredVersion> find(const core::ArtifactId& artifact, core::VersionNumber number,
                                    Content content = Content::with);

  // Whether there is such a version, and it is not erased. Until the transaction ends, nobody
  // erases it, or makes another one the current one if it is that.
  bool hold(const core::ArtifactId& artifact, core::VersionNumber number);

  // Removes what this version contains, or all before `before`, and records it in the audit log, in
  // steps of a transaction each. What was called by a title that no version has any more loses its
  // name there. The current version stays as it is.
  ErasedVersions erase(const core::ArtifactId& artifact, core::VersionNumber number,
                       const core::Principal& principal);
  ErasedVersions erase_before(const core::ArtifactId& artifact, core::VersionNumber before,
                              const core::Principal& principal);

  // Whether what a change to this version answered may not be told again: the version was erased,
  // or the artifact removed. Of a version that was not kept, what is known of its neighbour counts.
  bool is_erased(const core::ArtifactId& artifact, core::VersionNumber number);

  // Returns the erasures of all accounts in the last eight days: longer than anything made of a
  // version is cached.
  std::vector<LastErasure> last_erasures();

 private:
  ErasedVersions erase(const core::ArtifactId& artifact, core::VersionNumber first,
                       core::VersionNumber last, const core::Principal& principal);
  Rows erase_step(const core::ArtifactId& artifact, int first, int last,
                  const core::Principal& principal);

  Postgres& postgres_;
};

// Both of these remove versions once the transaction is committed, in a step; what fails is left to
// the next change. Those that links show stay.

// To be called for each version that an append has made: with each eighth, what was appended is
// thinned. The newest five versions are kept, and of an author's older appends the last in each
// hour.
void thin_appends(Postgres& postgres, const core::ArtifactId& artifact,
                  core::VersionNumber appended);

// Removes the oldest versions until so many are left beside the current one.
void trim_versions(Postgres& postgres, const core::ArtifactId& artifact, std::int64_t kept);

}  // namespace db
