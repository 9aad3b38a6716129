// OrderedQuery: a query (db/connection/query.h) for each order that a list can have.
//
// Its text stands once, with places for what depends on the order. The compiler numbers the
// parameters; the places are filled when the query is made:
//
//   {time}        the column that the order sorts by: created_at or updated_at
//   {after}       the operator that compares an entry with one that precedes it
//   {beyond}      the opposite one
//   {descending}, {ascending}  the direction of the order, and the opposite
//   {first time}, {first id}   precede all entries
//   {last time}   follows all entries
//   {last}        the aggregate of the last time
#pragma once

#include <array>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/lists.h"
#include "db/connection/postgres.h"
#include "db/connection/query.h"
#include "db/connection/values.h"

namespace db {

// Replaces every `place` in SQL with `text`.
void put(std::string& sql, std::string_view place, std::string_view text);
// Fills all places but {time}.
void put_direction(std::string& sql, bool is_descending);
// Fills all.
void put_order(std::string& sql, core::ListOrder order);

// An order with the end of its statement's name.
using NamedOrder = std::pair<std::string_view, core::ListOrder>;

// The statements of an OrderedQuery. Immutable.
class OrderedStatements {
 public:
  using Orders = std::span<const NamedOrder>;
  using Put = void (*)(std::string& sql, core::ListOrder order);

  OrderedStatements(std::string_view name, std::string_view sql, Orders orders, Put put);
  OrderedStatements(const OrderedStatements&) = delete;
  OrderedStatements& operator=(const OrderedStatements&) = delete;

  const Statement& in(core::ListOrder order) const;

 private:
  struct Made {
    core::ListOrder order;
    std::string name;
    std::string sql;
    Statement statement{};
  };

  std::deque<Made> made_;  // statements refer to their texts
};

inline constexpr std::array kTimeOrders{
    NamedOrder{"newest_first", core::ListOrder::newest_first},
    NamedOrder{"oldest_first", core::ListOrder::oldest_first},
    NamedOrder{"last_updated_first", core::ListOrder::last_updated_first},
    NamedOrder{"last_updated_last", core::ListOrder::last_updated_last},
};

// A static variable of a function, as making it takes a moment.
template <Text sql>
class OrderedQuery {
 public:
  explicit OrderedQuery(std::string_view name, OrderedStatements::Orders orders = kTimeOrders,
                        OrderedStatements::Put put = put_order)
      : statements_(name, kParts.statement().sql, orders, put) {}

  // As Postgres::read().
  template <typename... Values>
  Rows read(Postgres& postgres, core::ListOrder order, const Values&... values) const {
    return postgres.read(statements_.in(order), Query<sql, true>::in_order(values...));
  }

 private:
  static constexpr Query<sql, true> kParts{""};

  OrderedStatements statements_;
};

// Ranges of the indexes that lists and searches read: artifacts_listed by creation, and
// artifacts_by_update by the last update.
//
// For every kind (active, expired, deleted) and template that the filters allow, the index has a
// range; the first entries of each are merged. So a page costs the same at any size and depth.

// Begins a text as `with … page as (…)`: the id and time of the entries of a page in the order,
// which starts after the entry with $start_time and $start_id and ends before $end. These may be
// null.
//
// Artifacts that have expired since the last maintenance are still listed as active;
// artifacts_by_expiry finds them. `offset 0` forces the planner to use a nested loop.
inline constexpr Text kPage = R"(
with just_expired as materialized (
  select entry.id, entry.time
    from unnest(string_to_array($templates, ' ')) as listed_template,
         lateral (
           select id, {time} as time
             from artifacts
            where $status in ('active', 'expired') and account_id = $account
              and listed_as = 'active' and template = listed_template and expires_at <= now()
           offset 0) as entry
), page as materialized (
  select id, time
    from (
      select entry.id, entry.time
        from unnest(string_to_array($kinds, ' ')) as kind,
             unnest(string_to_array($templates, ' ')) as listed_template,
             lateral (
               select id, {time} as time
                 from artifacts
                where account_id = $account and listed_as = kind and template = listed_template
                  and ({time}, id) {after} (coalesce($start_time, {first time}),
                                            coalesce($start_id, {first id}))
                  and {time} {beyond} coalesce($end, {last time})
                  and ($status <> 'active' or expires_at is null or expires_at > now())
                order by {time} {descending}, id {descending}
                limit $passed + $most_read) as entry
      union all
      select just_expired.id, just_expired.time
        from just_expired
       where $status = 'expired'
         and (just_expired.time, just_expired.id) {after} (coalesce($start_time, {first time}),
                                                           coalesce($start_id, {first id}))
         and just_expired.time {beyond} coalesce($end, {last time})
      ) as entries
   order by time {descending}, id {descending}
  offset $passed limit $most_read
)
)";

// The condition of the filters that are no ranges of a list. {found} is whether the index has found
// all words of the text.
inline constexpr Text kMatching = R"(matches_filter(artifact.title_words, artifact.metadata,
           artifact.created_at, artifact.updated_at, $title_patterns, $metadata, $created_after,
           $created_before, $updated_after, $updated_before)
          and ($text_patterns = '' or {found}
               or title_has(artifact.title_words, $text_patterns)
               or exists (select from artifact_words
                           where artifact_id = artifact.id
                             and words @@ lower($text_query)::tsquery)))";

}  // namespace db
