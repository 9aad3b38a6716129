#include "app/service_status.h"

#include <algorithm>

#include <sys/stat.h>

#include "core/error.h"
#include "db/connection/postgres.h"
#include "db/connection/redis.h"
#include "db/operation/database_state.h"
#include "runtime/metrics_file.h"

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

std::string ServiceStatus::metrics() const {
  const std::int64_t free_bytes = database_space_.free_bytes();
  const BackupTimes backups = backup_times(backup_folder_);
  return metrics_.text() +
         "# HELP artifact_share_database_disk_free_bytes Bytes that are free on the disk of "
         "database_folder; NaN if it cannot be seen from here.\n"
         "# TYPE artifact_share_database_disk_free_bytes gauge\n"
         "artifact_share_database_disk_free_bytes " +
         (free_bytes == core::kUnlimited ? "NaN" : std::to_string(free_bytes)) +
         "\n# HELP artifact_share_backup_last_success_timestamp_seconds When the newest backup in "
         "backup_folder was completed; 0 if there is none.\n"
         "# TYPE artifact_share_backup_last_success_timestamp_seconds gauge\n"
         "artifact_share_backup_last_success_timestamp_seconds " +
         std::to_string(backups.newest) +
         "\n# HELP artifact_share_backup_enabled_timestamp_seconds When the backup timer was "
         "enabled; 0 if it is not.\n"
         "# TYPE artifact_share_backup_enabled_timestamp_seconds gauge\n"
         "artifact_share_backup_enabled_timestamp_seconds " +
         std::to_string(backups.enabled) + '\n';
}

}  // namespace app
