// Processing many rows in steps of limited size, each in its own transaction: no step holds locks
// for long, and the work can be interrupted and resumed after any of them.
#pragma once

#include <cstdint>

#include "db/connection/postgres.h"

namespace db {

// The maximum number of rows per step.
inline constexpr std::int64_t kRowsPerStep = 1000;

// Repeats a statement that processes up to $1 rows until there are none left; returns the total.
template <typename... Values>
std::int64_t in_steps(Postgres& postgres, const Statement& statement, const Values&... values) {
  std::int64_t sum = 0;
  for (;;) {
    const std::int64_t done = postgres.write(statement, kRowsPerStep, values...).affected();
    if (done == 0) return sum;
    sum += done;
  }
}

}  // namespace db
