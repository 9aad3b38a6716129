// Maintenance: the recurring work of the service, run by a timer.
//
// It removes data past its retention period (artifacts deleted more than 30 days ago, share links
// that ended more than 30 days ago, views by day after 90 days, expired artifacts, earlier versions
// of artifacts when their plan says so, responses stored
// for an Idempotency-Key more than a day ago, audit events, sessions, API keys that ended more than
// 90 days ago, the codes, tokens and unused clients of OAuth, addresses for uploads), marks
// artifacts that have expired, so that lists stay fast, and stores the view and usage counts that
// are pending in Redis. What is new or has changed is entered into the index of words by
// app/maintenance.h.
//
// It does nothing if the clock of the database appears to be wrong. What it removes was due a grace
// period ago, except responses stored for an Idempotency-Key, sign-ins that wait for a second
// factor, codes of devices and addresses for uploads, which are short-lived.
//
// The work is done in small transactions, so it blocks nobody, and can be interrupted, repeated,
// and run on several hosts at once. Rows that are locked are skipped until the next run.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/account.h"
#include "core/time.h"

namespace db {

class Postgres;
class Redis;

// The number of rows that were processed.
struct MaintenanceReport {
  std::int64_t artifacts_noted_as_expired = 0;
  std::int64_t deleted_artifacts_removed = 0;
  std::int64_t expired_artifacts_removed = 0;
  std::int64_t share_links_removed = 0;
  std::int64_t idempotency_keys_removed = 0;
  std::int64_t share_links_with_new_views = 0;
  std::int64_t days_with_new_usage = 0;  // per account
  std::int64_t audit_events_removed = 0;
  std::int64_t sessions_removed = 0;
  std::int64_t api_keys_removed = 0;
  std::int64_t versions_removed = 0;
  std::int64_t uploads_removed = 0;    // their addresses
  std::int64_t artifacts_indexed = 0;  // app/maintenance.h
  // Why view or usage counts could not be stored, and what another transaction kept waiting; empty
  // if all was done. Everything else was done.
  std::vector<std::string> problems;
};

// Nothing was done, because the clock of the database may be wrong; the message says why.
class WrongClock : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct MaintenanceLimits {
  // How long expired artifacts are kept; until then, their owner can read and extend them.
  std::chrono::hours keep_expired;
  std::chrono::hours keep_audit_log;
  // How long earlier versions of artifacts are kept.
  core::PlanStorageLimits storage;
  // How much longer artifacts, share links, audit events and sessions are kept.
  std::chrono::hours grace;
  // Empty: the clock is not checked.
  std::optional<std::chrono::hours> largest_clock_step;
};

// Throws WrongClock, and what db/connection/postgres.h says.
MaintenanceReport maintain(Postgres& postgres, Redis& redis, const MaintenanceLimits& limits);

// MaintenanceClock: whether the clock of the database is plausible, so that data can be permanently
// removed by it, and as of which time.
//
// Data that was removed because of a wrong clock is lost. So the clock is rejected if it differs
// too much from the clock of this host, or has jumped since the last maintenance run. And data is
// removed with a delay: what was due at one run is removed by a run a grace period later. Runs are
// recorded for this, about one per hour.
//
// Uses its thread's connection; throws what db/connection/postgres.h says.

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
