// Processing many rows in steps of limited size, each in its own transaction: no step holds locks
// for long, and the work can be interrupted and resumed after any of them.
#pragma once

#include <cstdint>
#include <optional>

#include "core/ids.h"
#include "db/connection/postgres.h"

namespace db {

// The maximum number of rows per step.
inline constexpr std::int64_t kRowsPerStep = 1000;
// The maximum size of the contents that a step removes, if they are more than one. PostgreSQL
// removes so much in a fraction of the time that a statement may take.
inline constexpr std::int64_t kBytesPerStep = std::int64_t{32} << 20;

// Repeats a query that processes up to $most_rows rows until it has found fewer; returns the total.
// Rows that are added meanwhile are for the next time, or the work would never end while many are.
template <Text sql, typename... Values>
std::int64_t in_steps(Postgres& postgres, const Query<sql>& query, const Values&... values) {
  std::int64_t sum = 0;
  for (;;) {
    const std::int64_t done =
        postgres.write(query, "most_rows"_a = kRowsPerStep, values...).affected();
    sum += done;
    if (done < kRowsPerStep) return sum;
  }
}

// The same for a step that gives how much it has done, and says nothing of how many rows it found.
// What is left after this many steps is for the next time.
template <typename Step>
std::int64_t in_limited_steps(const Step& step) {
  constexpr int kMaximumSteps = 1000;
  std::int64_t sum = 0;
  for (int i = 0; i < kMaximumSteps; ++i) {
    const std::int64_t done = step();
    if (done == 0) break;
    sum += done;
  }
  return sum;
}

// Goes through all accounts a few hundred at a time, by ranges of their ids: a step of maintenance
// looks for what is due in those of one range, and not each time in all accounts again.
//
// Throws what db/connection/postgres.h says.

class Postgres;

// The accounts whose ids are greater than `after`, up to and including `last`.
struct AccountRange {
  core::Uuid after;
  core::Uuid last;
};

// The next range; empty if there are no more accounts.
std::optional<AccountRange> next_account_range(Postgres& postgres, const core::Uuid& after);

// The sum of what `work` returns for each range.
template <typename Work>
std::int64_t in_account_ranges(Postgres& postgres, const Work& work) {
  std::int64_t sum = 0;
  core::Uuid after{};
  while (const auto range = next_account_range(postgres, after)) {
    sum += work(*range);
    after = range->last;
  }
  return sum;
}

}  // namespace db
