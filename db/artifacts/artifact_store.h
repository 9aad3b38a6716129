// ArtifactStore: artifacts in PostgreSQL.
//
// All times are the database's: only its clock decides whether something has expired.
// A change with a note is recorded in the audit log by the same statement, if it changes anything.
// Concurrent writes never exceed an account's storage limits (migration 0009).
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
  std::int64_t total = 0;  // of the whole list, at the same time
  bool has_more = false;
};

struct FoundArtifacts {
  std::vector<core::Artifact> artifacts;
  // Where the search continues; absent if everything has been searched. A page that is not the last
  // may be shorter than requested, even empty, as one search reads a limited number of artifacts.
  std::optional<core::ListCursor> next;
};

class ArtifactStore {
 public:
  ArtifactStore(Postgres& postgres, const core::PlanStorageLimits& limits)
      : postgres_(postgres), limits_(limits) {}

  // Errors: quota_exceeded.
  core::Result<CreatedArtifact> create(const core::ArtifactId& id, const core::AccountId& account,
                                       const core::NewArtifact& artifact);

  // Finds artifacts of any account, including expired and deleted ones. Only this includes the
  // state of the PDF. Content can be large and is read only on request.
  enum class Content { with, without };
  std::optional<core::Artifact> find(const core::ArtifactId& id, Content content);

  // One page of the account's artifacts, without their content.
  ArtifactPage list(const core::AccountId& account, const core::ListRequest& request);

  // One page of the account's artifacts whose title contains the filter's text, newest first,
  // without their content. `request` has no offset.
  //
  // An index finds texts that few titles contain. For common texts, and texts too short for the
  // index, the list is walked, within limits.
  FoundArtifacts search(const core::AccountId& account, const core::ListRequest& request);

  // Changes the artifact if it still has `version` and is not deleted, and returns it without its
  // content; nothing if another change was faster. Recorded only with a note. Errors:
  // quota_exceeded.
  core::Result<std::optional<core::Artifact>> update(const core::ArtifactId& id,
                                                     std::int64_t version,
                                                     const core::ArtifactChange& change,
                                                     const std::optional<core::AuditNote>& note);

  // Marks it as deleted if it still has `version`, and returns the time; nothing if another change
  // was faster. Deleting it again keeps the first time.
  std::optional<core::Timestamp> soft_delete(const core::ArtifactId& id, std::int64_t version,
                                             const core::AuditNote& note);

  // Removes it with all its data. Returns the time; nothing if another change was faster.
  std::optional<core::Timestamp> remove(const core::ArtifactId& id, std::int64_t version,
                                        const core::AuditNote& note);

  // Restores the artifact if it still has `version` and can be restored, and returns it; nothing if
  // another change was faster.
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
