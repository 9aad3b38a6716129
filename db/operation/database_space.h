// DatabaseSpace: whether there is space for more data, so that writes stop before the disk is full
// and reads fail as well.
//
// It checks the size of the database, as reported by the server, and the free space on the disk of
// a folder, if the server runs on this host and the folder is accessible. The result is cached for
// a few seconds.
//
// One per worker process; thread-safe.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <utility>

#include "core/account/storage_limits.h"

namespace db {

class Postgres;

class DatabaseSpace {
 public:
  struct Limits {
    std::int64_t database_bytes = core::kUnlimited;  // maximum size of the database
    std::string folder = {};                         // on its disk; empty: do not check
    std::int64_t free_bytes = 0;                     // minimum free space there
  };
  explicit DatabaseSpace(Limits limits) : limits_(std::move(limits)) {}

  // Throws what db/connection/postgres.h says.
  bool is_left(Postgres& postgres);

  // The same with the measured values, not cached.
  struct State {
    std::int64_t database_bytes = 0;
    std::int64_t free_bytes = core::kUnlimited;  // unlimited: unknown
    bool is_left = true;
  };
  State measure(Postgres& postgres) const;

  // The free space on the disk of the folder, whether PostgreSQL runs on this host or not;
  // unlimited if the folder is not accessible. Does not use the database.
  std::int64_t free_bytes() const;

 private:
  Limits limits_;
  // When the cached result expires, in milliseconds of the monotonic clock.
  std::atomic<std::int64_t> look_at_{0};
  std::atomic<bool> is_left_{true};
};

}  // namespace db
