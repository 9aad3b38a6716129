// Goes through all accounts a few hundred at a time, by ranges of their ids: a step of maintenance
// looks for what is due in those of one range, and not each time in all accounts again.
//
// Throws what db/connection/postgres.h says.
#pragma once

#include <cstdint>
#include <optional>

#include "core/identity/public_id.h"

namespace db {

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
