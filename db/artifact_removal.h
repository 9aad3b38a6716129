// Removes artifacts with all their data, in steps that are limited in artifacts, bytes of content,
// earlier versions and share links. Rows are locked in the order of their ids. What the artifacts
// are called is removed from the audit log.
//
// Throws what db/connection/postgres.h says.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/ids.h"
#include "core/time.h"

namespace db {

class Postgres;

// Removes artifacts that were deleted so long before `moment` that they could not be restored at
// that time. Leaves rows that others have locked for the next run. Returns the number of artifacts
// removed.
std::int64_t remove_deleted_artifacts(Postgres& postgres, core::Timestamp moment);

// The same for artifacts that expired, and were last restored, longer ago than they are kept.
std::int64_t remove_expired_artifacts(Postgres& postgres, std::chrono::seconds keep,
                                      core::Timestamp moment);

// Removes all artifacts of an account; waits for locks.
std::int64_t remove_artifacts_of(Postgres& postgres, const core::AccountId& account);

// The artifacts at the beginning of those that are to be removed that one statement removes. Those
// that do not exist are left out.
struct RemovalStep {
  std::vector<core::ArtifactId> artifacts;
  // It is one, with more links or larger versions than one statement removes.
  bool is_large = false;
};
RemovalStep plan_removal(Postgres& postgres, const std::vector<core::ArtifactId>& artifacts);

// Whether the audit log loses the names of what is removed. If the log is removed as well, it need
// not.
enum class AuditedNames : std::uint8_t { removed, kept };

// Removes all links and earlier versions of a large artifact, in steps of a transaction each. Each
// begins with `lock`, which locks the artifact; if that is false, the rest is left.
void remove_parts_in_steps(Postgres& postgres, const core::ArtifactId& artifact, AuditedNames names,
                           const std::function<bool()>& lock);

// Those of the artifacts that do not exist any more.
std::vector<core::ArtifactId> removed_among(Postgres& postgres,
                                            const std::vector<core::ArtifactId>& artifacts);

}  // namespace db
