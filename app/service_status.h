// ServiceStatus: the state of the service, for load balancers and monitoring. Open to anyone who
// can reach it; nginx restricts readiness and metrics to the host.
//
// Not thread-safe, like its connections. Everything it refers to must outlive it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/ids.h"
#include "db/operation/database_state.h"
#include "runtime/admission.h"

namespace db {
class DatabaseSpace;
class Postgres;
class Redis;
}  // namespace db
namespace runtime {
class HostMetrics;
}

namespace app {

struct Readiness {
  enum class Database { ok, not_writable, full, unavailable };
  Database database = Database::ok;
  bool redis = true;
  // For the operator, on one line; empty if all is well.
  std::string problem = {};

  bool is_ready() const { return database == Database::ok && redis; }
};

// In Unix time.
struct BackupTimes {
  std::int64_t newest = 0;   // when the newest backup was completed; 0 if there is none
  std::int64_t enabled = 0;  // when the backup timer was enabled; 0 if it is not
};
BackupTimes backup_times(const std::string& backup_folder);

class ServiceStatus {
 public:
  struct Connections {
    db::Postgres& postgres;
    db::Redis& redis;
  };
  // `backup_folder` as configured.
  ServiceStatus(const Connections& connections, db::DatabaseSpace& database_space,
                const runtime::HostMetrics& metrics, const std::string& backup_folder)
      : connections_(connections),
        database_space_(database_space),
        metrics_(metrics),
        backup_folder_(backup_folder) {}

  // Whether a write could succeed now.
  Readiness readiness();

  // The host's counters and current measurements, in Prometheus's text format.
  std::string metrics() const;

 private:
  void inspect_database(Readiness& readiness);

  Connections connections_;
  db::DatabaseSpace& database_space_;
  const runtime::HostMetrics& metrics_;
  const std::string& backup_folder_;
};

}  // namespace app

// RequestAdmission: whether a request can be processed now. Writes need free space in the database,
// and what costs much takes turns.
//
// Not thread-safe, like its connection. Everything it refers to must outlive it.

namespace db {
class Postgres;
}

namespace app {

class RequestAdmission {
 public:
  RequestAdmission(db::DatabaseSpace& space, db::Postgres& postgres, runtime::Admission& admission)
      : space_(space), postgres_(postgres), admission_(admission) {}

  // Whether the database has space for more.
  bool has_space() { return space_.is_left(postgres_); }

  // Runs `work` (a function that returns a core::Result), which costs about as much CPU time as
  // reading a body of `cost` bytes. What costs much waits for the account's turn and runs at a low
  // priority; within `work`, the turn is the same. Must not be called in a transaction. Errors:
  // unavailable if there is no turn; those of `work`.
  template <typename Work>
  auto run(std::size_t cost, const core::AccountId& account, const Work& work) -> decltype(work()) {
    if (cost < kLargeBodyBytes || has_turn_) return work();
    const auto turn = admission_.enter(runtime::CostlyWork::body, account.to_string());
    if (!turn) return turn.error();
    struct Turn {
      bool& is_held;
      explicit Turn(bool& held) : is_held(held) { is_held = true; }
      Turn(const Turn&) = delete;
      Turn& operator=(const Turn&) = delete;
      ~Turn() { is_held = false; }
    } const held(has_turn_);
    auto result = runtime::at_low_priority(work);
    runtime::return_free_memory();
    return result;
  }

 private:
  // Parsing JSON of this size that consists only of members takes about 25 ms of CPU.
  static constexpr std::size_t kLargeBodyBytes = std::size_t{1} << 20;

  db::DatabaseSpace& space_;
  db::Postgres& postgres_;
  runtime::Admission& admission_;
  bool has_turn_ = false;
};

}  // namespace app
