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
//   {time}        is the column that the order sorts by, created_at or updated_at
//   {after}       is the operator that compares an entry with one that precedes it
//   {descending}, {ascending}  are the direction of the order, and the opposite
//   {first time}, {first id}   precede all entries
//   {last}        is the aggregate of the last time
//   {listed}      is kArtifactColumns, without the content
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

// The same statement for each order.
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

// The artifacts of a page, one per row that begins with {listed}, or one row without any; one
// more than fits only shows that there are more.
std::vector<core::Artifact> artifacts_in(const Rows& rows, int limit);

// The conditions of a filter on a row of `artifacts`, in SQL.

// What a row named `artifact` is called: its title, or else the first heading of its document.
inline constexpr std::string_view kDisplayTitle =
    "coalesce(artifact.title, artifact.first_heading)";

// Whether such a row meets the conditions other than template and status: $10 text in
// {title}, which is kDisplayTitle, $11 wanted_metadata(), $12 and $13 the bounds of its creation,
// $14 and $15 those of its last update, each null if there is none. Metadata is parsed once for all
// wanted keys, which are unique in it.
inline constexpr std::string_view kMatches = R"(
       ($10 = '' or position(lower($10) in lower({title})) > 0)
   and ($11 = '{}' or (
         select count(*)
           from json_each_text(artifact.metadata::json) as own
           join json_each_text($11::json) as wanted using (key)
          where own.value = wanted.value) = (select count(*) from json_each_text($11::json)))
   and artifact.created_at > coalesce($12, '-infinity')
   and artifact.created_at < coalesce($13, 'infinity')
   and artifact.updated_at > coalesce($14, '-infinity')
   and artifact.updated_at < coalesce($15, 'infinity'))";

// Whether the row, of which the id is needed as well, has the text of a filter: $17 is the text,
// $18 text_query() of it. Not part of kMatches, as bulk changes must not depend on an index that is
// filled later.
inline constexpr std::string_view kHasText = R"(
       ($17 = '' or position(lower($17) in lower({title})) > 0
        or exists (select from artifact_texts
                    where artifact_id = artifact.id and words @@ lower($18)::tsquery)))";

// Whether it has the template and status of a RunFilter, $3 and $4.
inline constexpr std::string_view kIsOfRuns = R"(
       artifact.template = any(string_to_array($3, ' '))
   and (artifact.deleted_at is not null) = ($4 = 'deleted')
   and ($4 <> 'active' or artifact.expires_at is null or artifact.expires_at > now())
   and ($4 <> 'expired' or artifact.expires_at <= now()))";

// `sql` with {matches}, {has text} and {is of runs} replaced by these.
std::string with_conditions(std::string_view sql);

// A filter's metadata as a JSON object of strings.
std::string wanted_metadata(const core::ListFilter& filter);

}  // namespace db
