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
  std::int64_t total = 0;                // of the whole list, at the same time
  std::optional<core::ListCursor> next;  // where the next page begins, unless this is the last
};

struct FoundPage {
  std::vector<core::Artifact> artifacts;
  // Where the search continues; absent if everything has been searched. A page that is not the last
  // may be shorter than requested, even empty, as one search reads a limited number of artifacts.
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
std::optional<FoundPage> search_by_index(Postgres& postgres, const core::AccountId& account,
                                         const core::ListRequest& request);

// The same page, for any search: walks over the list, up to a number of artifacts and for about a
// second and a half.
FoundPage search_by_walk(Postgres& postgres, const core::AccountId& account,
                         const core::ListRequest& request);

// A page of a sorted list (core::ListFilter::is_sorted()), which applies all conditions and has an
// exact total: reads all matches, and their links where the order needs these. Absent if they are
// more than kMostSorted, or have more links than kMostSortedLinks.
inline constexpr std::int64_t kMostSorted = 10'000;
inline constexpr std::int64_t kMostSortedLinks = 100'000;
std::optional<FoundPage> sort_artifacts(Postgres& postgres, const core::AccountId& account,
                                        const core::ListRequest& request);

// The number of artifacts after a cursor that meet all conditions; counts as many as a walk reads.
CountedArtifacts count_artifacts(Postgres& postgres, const core::AccountId& account,
                                 const core::ListFilter& filter,
                                 const std::optional<core::ListCursor>& after);

// Ranges of the indexes that lists and searches read: artifacts_listed by creation, and
// artifacts_by_update by the last update.
//
// For every kind (active, expired, deleted) and template that the filters allow, the index has a
// range; the first entries of each are merged. So a page costs the same at any size and depth.

// A statement for one order. In its SQL,
//
//   {page}        is `with … page as (…)`, the id and time of the entries of a page in the order,
//                 with parameters: $1 account, $2 kinds, $3 templates, $4 status, $5 and $6 time
//                 and id of the entry after which it starts, $7 offset, $8 limit, $9 the time
//                 before which it ends; $5, $6 and $9 may be null
//   {page by the other time}  is the same, sorted by the other time, the latest first
//   {time}        is the column that the order sorts by: created_at, updated_at, expires_at
//   {after}       is the operator that compares an entry with one that precedes it
//   {descending}, {ascending}  are the direction of the order, and the opposite
//   {first time}, {first id}   precede all entries
//   {last}        is the aggregate of the last time
//
// Immutable; a static variable of a function.
class OrderedStatement {
 public:
  OrderedStatement(const std::string& name, std::string_view sql, core::ListOrder order);
  OrderedStatement(const OrderedStatement&) = delete;
  OrderedStatement& operator=(const OrderedStatement&) = delete;

  const Statement& statement() const { return statement_; }

 private:
  std::string name_;
  std::string sql_;
  Statement statement_;
};

// Puts the direction of an order into SQL: {after}, {first id}, {descending} and so on, as above.
void put_direction(std::string& sql, bool is_descending);

// Replaces every `name` in SQL with `text`.
void put(std::string& sql, std::string_view name, std::string_view text);

// The same statement for each order by creation and update.
class OrderedStatements {
 public:
  OrderedStatements(const std::string& name, std::string_view sql)
      : newest_first_(name + "_newest_first", sql, core::ListOrder::newest_first),
        oldest_first_(name + "_oldest_first", sql, core::ListOrder::oldest_first),
        last_updated_first_(name + "_last_updated_first", sql, core::ListOrder::last_updated_first),
        last_updated_last_(name + "_last_updated_last", sql, core::ListOrder::last_updated_last) {}

  const Statement& in(core::ListOrder order) const;

 private:
  OrderedStatement newest_first_;
  OrderedStatement oldest_first_;
  OrderedStatement last_updated_first_;
  OrderedStatement last_updated_last_;
};

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

// The artifacts of a page, one per row that begins with summary_of(), or one row without any; one
// more than fits only shows that there are more.
std::vector<core::Artifact> artifacts_in(const Rows& rows, int limit);

// A filter's metadata as matches_filter() expects it: each key, followed by its value.
TextArray wanted_metadata(const core::ListFilter& filter);

}  // namespace db
