// MaintenanceClock: whether the database's clock is to be trusted with removing things for good,
// and as of when they are removed.
//
// Nothing brings back what is removed because a clock was wrong. So the clock is doubted where it
// is far from this host's, or has moved far since the last run of maintenance; and things are
// removed in two steps: what is due at one run goes at another, a grace period later. The runs are
// kept for that, about one an hour (migration 0012).
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

  // What speaks against the clock, for the operator; nothing if it is right by all that is known.
  // `most` is how far it may be from this host's clock and from the last run.
  std::optional<std::string> doubt(core::Timestamp host, std::chrono::seconds most);

  // Notes that there is a run now, by a clock that is trusted.
  void note_run(std::chrono::seconds grace);

  // What was due at this moment is removed; nothing if there has been no run so long ago.
  std::optional<core::Timestamp> removal_moment(std::chrono::seconds grace);

 private:
  Postgres& postgres_;
};

}  // namespace db
