// Maintenance: the recurring work of the service, run by a timer.
//
// It removes what nobody can reach any more (artifacts deleted over 30 days ago, links that ended
// over 30 days ago, expired artifacts past the time for which they are kept, answers kept for an
// Idempotency-Key over a day ago, events of the audit log past their time, sessions that ended),
// notes which artifacts have expired, so that lists stay quick (migration 0002), and adds up the
// views and the usage that wait in Redis.
//
// It does nothing at all where the database's clock cannot be trusted
// (db/operation/maintenance_clock.h). What it removes was due a grace period ago, except answers
// that are kept for an Idempotency-Key and sign-ins that wait for a second factor, which are
// short-lived.
//
// The work is done in small transactions, so it blocks nobody, and can be interrupted, repeated,
// and run on several hosts at once. Rows that are locked are skipped until the next run.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

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
  // Why view or usage counts could not be stored; empty if they were. Everything else was done.
  std::string problem;
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
  // For how long more artifacts, links, events and sessions are kept, see
  // db/operation/maintenance_clock.h.
  std::chrono::hours grace;
  // Empty: the clock is not checked.
  std::optional<std::chrono::hours> largest_clock_step;
};

// Throws WrongClock, and what db/connection/postgres.h says.
MaintenanceReport maintain(Postgres& postgres, Redis& redis, const MaintenanceLimits& limits);

}  // namespace db
