// The state of the database, for operators.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/account.h"
#include "core/time.h"

namespace db {

// DatabaseSpace: whether there is space for more data, so that writes stop before the disk is full
// and reads fail as well.
//
// It checks the size of the database, as reported by the server, and the free space on the disk of
// a folder, if the server runs on this host and the folder is accessible. The result is cached for
// a few seconds.
//
// One per worker process; thread-safe.

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

  // The free space as measure() returns it, without using the database, which may be unavailable:
  // whether it is on another host is known from the last measurement.
  std::int64_t free_bytes() const;

  // The size at which writes stop.
  std::int64_t maximum_bytes() const { return limits_.database_bytes; }

 private:
  Limits limits_;
  // When the cached result expires, in milliseconds of the monotonic clock.
  std::atomic<std::int64_t> look_at_{0};
  std::atomic<bool> is_left_{true};
  mutable std::atomic<bool> is_elsewhere_{false};
};

// Inspection: the state of the database server, for `artifact-admin check`.
//
// Throws what db/connection/postgres.h says.

class Postgres;

struct ServerState {
  std::string version;  // "15.13"
  core::Timestamp clock;
  std::int64_t connections;  // the maximum that the server allows
  bool is_writable;          // false on a standby
  bool knows_letters;        // whether lower() changes letters beyond ASCII, as searches rely on
};

// Writes something and takes it back. Throws core::OutOfSpace if the disk is full.
void try_write(Postgres& postgres);

ServerState inspect_server(Postgres& postgres);

// Tables with rows that belong to nothing that is there, where no foreign key prevents that, and
// how many. Reads these tables.
struct Orphans {
  std::string table;
  std::int64_t rows = 0;
};
std::vector<Orphans> find_orphans(Postgres& postgres);

}  // namespace db
