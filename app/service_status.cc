#include "app/service_status.h"

#include <algorithm>
#include <exception>
#include <string_view>

#include <sys/stat.h>

#include "core/error.h"
#include "db/connection/postgres.h"
#include "db/connection/redis.h"
#include "db/operation/database_state.h"
#include "runtime/installed.h"
#include "runtime/metrics_file.h"
#include "runtime/process.h"

namespace app {
namespace {

// The link by which systemd starts the backup timer; it exists while the timer is enabled.
constexpr const char* kBackupTimer =
    "/etc/systemd/system/artifact-share.target.wants/artifact-share-backup.timer";

// When the link was created, as Unix time; 0 if it does not exist.
std::int64_t creation_time(const std::string& link) {
  struct stat status {};
  return lstat(link.c_str(), &status) == 0 ? status.st_mtim.tv_sec : 0;
}

}  // namespace

BackupTimes backup_times(const std::string& backup_folder) {
  return {creation_time(backup_folder + "/latest"), creation_time(kBackupTimer)};
}

void ServiceStatus::inspect_database(Readiness& readiness) {
  using Database = Readiness::Database;
  try {
    if (!connections_.postgres.can_write()) {
      readiness.database = Database::not_writable;
      readiness.problem = "the server of database_url does not accept writes";
    } else if (!database_space_.is_left(connections_.postgres)) {
      readiness.database = Database::full;
      readiness.problem = "the database has reached max_database_bytes or min_free_disk_bytes";
    }
  } catch (const core::Unavailable& failure) {
    readiness.database = Database::unavailable;
    readiness.problem = std::string("database_url: ") + failure.what();
    std::ranges::replace(readiness.problem, '\n', ' ');
  }
}

Readiness ServiceStatus::readiness() {
  Readiness readiness;
  inspect_database(readiness);
  readiness.redis = connections_.redis.command({"PING"}) != nullptr;
  if (!readiness.redis) {
    readiness.problem += (readiness.problem.empty() ? "redis_url: " : "; redis_url: ") +
                         connections_.redis.problem();
  }
  return readiness;
}

namespace {

constexpr const char* kUnknown = "NaN";

std::string gauge(std::string_view name, std::string_view help, std::string_view value) {
  std::string text = "# HELP ";
  text.append(name).append(" ").append(help).append("\n# TYPE ").append(name).append(" gauge\n");
  return text.append(name).append(" ").append(value).append("\n");
}

std::string limit_text(std::int64_t limit, const char* without) {
  return limit == core::kUnlimited ? without : std::to_string(limit);
}

std::string database_gauges(const db::DatabaseSpace& space, db::Postgres& postgres) {
  std::string bytes = kUnknown;
  try {
    bytes = std::to_string(space.measure(postgres).database_bytes);
  } catch (const std::exception&) {
    // Other metrics tell that the database is unavailable.
  }
  return gauge("artifact_share_database_disk_free_bytes",
               "Bytes that are free on the disk of database_folder; NaN if it cannot be seen from "
               "here, or PostgreSQL runs on another host.",
               limit_text(space.free_bytes(), kUnknown)) +
         gauge("artifact_share_database_bytes",
               "The size of the database; NaN if it is unavailable.", bytes) +
         gauge("artifact_share_database_max_bytes",
               "The size of the database at which writes stop (max_database_bytes).",
               limit_text(space.maximum_bytes(), "+Inf"));
}

}  // namespace

std::string ServiceStatus::metrics() const {
  const BackupTimes backups = backup_times(backup_folder_);
  return metrics_.text() + database_gauges(database_space_, connections_.postgres) +
         gauge("artifact_share_worker_outdated",
               "1 if the responding worker runs another program, other settings or other keys than "
               "those on the disk, or could not start again with these; otherwise 0.",
               runtime::runs_what_is_installed() ? "0" : "1") +
         gauge("artifact_share_backup_last_success_timestamp_seconds",
               "When the newest backup in backup_folder was completed; 0 if there is none.",
               std::to_string(backups.newest)) +
         gauge("artifact_share_backup_enabled_timestamp_seconds",
               "When the backup timer was enabled; 0 if it is not.",
               std::to_string(backups.enabled));
}

}  // namespace app
