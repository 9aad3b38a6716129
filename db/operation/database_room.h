// DatabaseRoom: whether the database has room for more, so that writing stops before the disk is
// full and reading fails too.
//
// Two things are looked at: how large the database is (asked of the server, so of a remote one
// too), and how much is free on the disk of a folder, where the server runs on this host and the
// folder can be seen from here. Both cost a worker next to nothing, as the answer is good for a few
// seconds.
//
// One per worker process; safe to use from all its threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <utility>

#include "core/identity/storage_limits.h"

namespace db {

class Postgres;

class DatabaseRoom {
 public:
  struct Limits {
    std::int64_t database_bytes = core::kUnlimited;  // as large may the database be
    std::string folder = {};                         // on the disk that it is on; may be empty
    std::int64_t free_bytes = 0;                     // so much is to stay free there
  };
  explicit DatabaseRoom(Limits limits) : limits_(std::move(limits)) {}

  // Throws what db/connection/postgres.h says.
  bool is_left(Postgres& postgres);

  // The same, and what there is, for the operator. Always looks anew.
  struct State {
    std::int64_t database_bytes = 0;
    std::int64_t free_bytes = core::kUnlimited;  // unlimited: it cannot be seen from here
    bool is_left = true;
  };
  State look(Postgres& postgres) const;

  // What is free on the folder's disk, whether PostgreSQL runs here or not; unlimited if the folder
  // cannot be seen. Asks nobody.
  std::int64_t free_bytes() const;

 private:
  Limits limits_;
  // Monotonic milliseconds at which to look again.
  std::atomic<std::int64_t> look_at_{0};
  std::atomic<bool> is_left_{true};
};

}  // namespace db
