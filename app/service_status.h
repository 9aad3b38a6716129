// ServiceStatus: the state of the service, for load balancers and monitoring. Open to anyone who
// can reach it; nginx restricts readiness and metrics to the host.
//
// Not thread-safe, like its connections. Everything it refers to must outlive it.
#pragma once

#include <cstdint>
#include <string>

#include "core/ids.h"
#include "db/operation/database_state.h"

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
