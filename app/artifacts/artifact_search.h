// ArtifactSearch: finds and counts the artifacts of an account that match a filter.
//
// A search for which no index has few candidates scans the list and reads up to 40,000
// artifacts. Such searches take turns, so that they never occupy all threads, and accounts share
// the turns fairly.
//
// Not thread-safe. Everything it refers to must outlive it. Throws what its store throws.
#pragma once

#include <optional>

#include "core/artifact/artifact_list.h"
#include "core/identity/public_id.h"
#include "core/result.h"
#include "db/artifacts/artifact_store.h"

namespace runtime {
class Admission;
}

namespace app {

class ArtifactSearch {
 public:
  ArtifactSearch(db::ArtifactStore& store, runtime::Admission& admission)
      : store_(store), admission_(admission) {}

  // Errors: unavailable if it gets no turn.
  core::Result<db::FoundArtifacts> find(const core::AccountId& account,
                                        const core::ListRequest& request);

  // The number of artifacts after a cursor, as far as it counts at once. Errors: like find().
  core::Result<db::CountedArtifacts> count(const core::AccountId& account,
                                           const core::ListFilter& filter,
                                           const std::optional<core::ListCursor>& after);

 private:
  db::ArtifactStore& store_;
  runtime::Admission& admission_;
};

}  // namespace app
