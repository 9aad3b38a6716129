// MaintenanceClock: whether the clock of the database is plausible, so that data can be permanently
// removed by it, and as of which time.
//
// Data that was removed because of a wrong clock is lost. So the clock is rejected if it differs
// too much from the clock of this host, or has jumped since the last maintenance run. And data is
// removed with a delay: what was due at one run is removed by a run a grace period later. Runs are
// recorded for this, about one per hour (migration 0012).
//
// Uses its thread's connection; throws what db/connection/postgres.h says.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "core/text/timestamp.h"

namespace db {

class Postgres;

class MaintenanceClock {
 public:
  explicit MaintenanceClock(Postgres& postgres) : postgres_(postgres) {}

  // Why the clock appears to be wrong, for the operator; empty if it is plausible. `most` is the
  // maximum difference from the clock of this host, and from the last run.
  std::optional<std::string> doubt(core::Timestamp host, std::chrono::seconds most);

  // Records a run at the current time of the database.
  void note_run(std::chrono::seconds grace);

  // Data that was due at this time is removed; empty if there is no run that old.
  std::optional<core::Timestamp> removal_moment(std::chrono::seconds grace);

 private:
  Postgres& postgres_;
};

}  // namespace db
