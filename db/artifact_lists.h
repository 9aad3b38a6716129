// Pages of an account's artifacts, without their content.
//
// Throws what db/connection/postgres.h says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/artifact.h"
#include "core/ids.h"
#include "core/lists.h"
#include "db/connection/postgres.h"

namespace db {

class Postgres;

struct ArtifactPage {
  std::vector<core::Artifact> artifacts;
  // Where the next page begins; absent if this is the last. A search reads a limited number of
  // artifacts, so its pages may be shorter than requested, even empty.
  std::optional<core::ListCursor> next;
  // How many there are on all pages; a lower bound if it is not exact.
  std::int64_t total = 0;
  bool total_is_exact = false;
};

struct CountedArtifacts {
  std::int64_t count = 0;
  // Where counting continues; absent if everything has been counted.
  std::optional<core::ListCursor> next;
};

// Ignores all conditions of the filter except template and status. For lists that are not sorted
// (core::ListFilter::is_sorted()).
ArtifactPage list_artifacts(Postgres& postgres, const core::AccountId& account,
                            const core::ListRequest& request);

// A page of a search, which applies all conditions; `request` has no offset.
//
// A range of the time that the list is sorted by is a range of its index. Metadata, words and
// ranges of the other time are found by their indexes if few artifacts match. Absent if many match.
std::optional<ArtifactPage> search_by_index(Postgres& postgres, const core::AccountId& account,
                                            const core::ListRequest& request);

// The same page, for any search: walks over the list, up to a number of artifacts and for about a
// second and a half.
ArtifactPage search_by_walk(Postgres& postgres, const core::AccountId& account,
                            const core::ListRequest& request);

// A page of any search or sorted list (core::ListFilter::is_sorted()), with an exact total: reads
// all candidates that an index finds, and their links where the order needs these, and sorts those
// that match. Absent if every index has more than `most`, or they have more than kMostSortedLinks.
inline constexpr std::int64_t kMostSorted = 10'000;
inline constexpr std::int64_t kMostSortedLinks = 100'000;
std::optional<ArtifactPage> sort_candidates(Postgres& postgres, const core::AccountId& account,
                                            const core::ListRequest& request, std::int64_t most);

// The number of artifacts after a cursor that meet all conditions; counts as many as a walk reads.
CountedArtifacts count_artifacts(Postgres& postgres, const core::AccountId& account,
                                 const core::ListFilter& filter,
                                 const std::optional<core::ListCursor>& after);

// What the queries of lists and searches (db/ordered_query.h) have as parameters and columns.

// Status and template of a filter as parameters.
struct RunFilter {
  explicit RunFilter(const core::ListFilter& filter);

  std::string_view status;
  std::string_view kinds;
  std::string_view templates;
};

// A cursor as parameters.
struct Place {
  explicit Place(const std::optional<core::ListCursor>& after);

  std::optional<core::Timestamp> time;
  std::optional<core::ArtifactId> id;
};

// The start and end of the entries after a cursor and within a range of time, as parameters.
struct OrderedRange {
  OrderedRange(core::ListOrder order, const core::TimeRange& range,
               const std::optional<core::ListCursor>& after);

  Place start;
  std::optional<core::Timestamp> end;
};

// The artifacts of a page, one per row, or one row without any; one more than fits only shows that
// there are more.
std::vector<core::Artifact> artifacts_in(const Rows& rows, int limit);

// A filter's metadata as matches_filter() expects it: each key, followed by its value.
TextArray wanted_metadata(const core::ListFilter& filter);

}  // namespace db
