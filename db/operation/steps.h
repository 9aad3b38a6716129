// Work on many rows in bounded steps, each a transaction of its own: none holds locks for long, and
// the work can be broken off and gone on with at any of them.
#pragma once

#include <cstdint>

#include "db/connection/postgres.h"

namespace db {

// How many rows a step is about.
inline constexpr std::int64_t kRowsPerStep = 1000;

// Runs a statement that deals with $1 rows until there is none left, and gives the sum.
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
