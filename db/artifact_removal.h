// Removes many artifacts with all their data, in steps that are limited in artifacts, bytes of
// content and share links. Rows are locked in the order of their ids.
//
// Throws what db/connection/postgres.h says.
#pragma once

#include <chrono>
#include <cstdint>

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

// Whether an artifact has too many links to remove them in one statement with it, and removal of
// links until it does not.
bool has_many_links(Postgres& postgres, const core::ArtifactId& artifact);
void remove_most_links(Postgres& postgres, const core::ArtifactId& artifact);

}  // namespace db
