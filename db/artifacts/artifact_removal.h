// Removing many artifacts with all that belongs to them, in steps that are bounded in artifacts, in
// bytes of content and in share links. Rows are locked in the order of their ids.
//
// Throws what db/connection/postgres.h says.
#pragma once

#include <chrono>
#include <cstdint>

#include "core/identity/public_id.h"
#include "core/text/timestamp.h"

namespace db {

class Postgres;

// Those deleted so long before the moment that nobody could restore them then. What others have
// locked is left for the next time. Gives how many there were.
std::int64_t remove_deleted_artifacts(Postgres& postgres, core::Timestamp moment);

// Those that expired longer before it than that. The same.
std::int64_t remove_expired_artifacts(Postgres& postgres, std::chrono::seconds keep,
                                      core::Timestamp moment);

// All of an account; waits for others.
std::int64_t remove_artifacts_of(Postgres& postgres, const core::AccountId& account);

// Whether an artifact has more links than should go together with it in one statement; and removes
// links until it has not.
bool has_many_links(Postgres& postgres, const core::ArtifactId& artifact);
void remove_most_links(Postgres& postgres, const core::ArtifactId& artifact);

}  // namespace db
