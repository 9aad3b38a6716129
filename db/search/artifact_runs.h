// Ranges of the indexes that lists and searches read: artifacts_listed by creation, and
// artifacts_by_update by the last update.
//
// For every kind (active, expired, deleted) and template that the filters allow, the index has a
// range; the first entries of each are merged. So a page costs the same at any size and depth.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/artifact/artifact.h"
#include "core/artifact/artifact_list.h"
#include "core/identity/public_id.h"
#include "db/connection/postgres.h"

namespace db {

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

}  // namespace db
