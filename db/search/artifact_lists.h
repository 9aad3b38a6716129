// Pages of an account's artifacts, without their content.
//
// Throws what db/connection/postgres.h says.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/artifact/artifact.h"
#include "core/artifact/artifact_list.h"
#include "core/identity/public_id.h"

namespace db {

class Postgres;

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
  // Of all pages; a lower bound if it is not exact.
  std::int64_t total = 0;
  bool total_is_exact = false;
};

struct CountedArtifacts {
  std::int64_t count = 0;
  // Where counting continues; absent if everything has been counted.
  std::optional<core::ListCursor> next;
};

// Ignores all conditions of the filter except template and status.
ArtifactPage list_artifacts(Postgres& postgres, const core::AccountId& account,
                            const core::ListRequest& request);

// A page of a search, which applies all conditions; `request` has no offset.
//
// A range of the time that the list is sorted by is a range of its index. Metadata, words, texts
// in titles and ranges of the other time are found by their indexes if few artifacts match. Absent
// if many match, or if the text is too short for the index.
std::optional<FoundArtifacts> search_by_index(Postgres& postgres, const core::AccountId& account,
                                              const core::ListRequest& request);

// The same page, for any search: walks over the list, up to a number of artifacts and for about a
// second and a half.
FoundArtifacts search_by_walk(Postgres& postgres, const core::AccountId& account,
                              const core::ListRequest& request);

// The number of artifacts after a cursor that meet all conditions; counts as many as a walk reads.
CountedArtifacts count_artifacts(Postgres& postgres, const core::AccountId& account,
                                 const core::ListFilter& filter,
                                 const std::optional<core::ListCursor>& after);

}  // namespace db
