// GET /metrics, which nginx lets through from the host itself only: what the workers have counted,
// and what is looked up on the host at that moment.
#include <sys/stat.h>

#include "core/operation/configuration.h"
#include "db/operation/database_room.h"
#include "handlers/endpoints.h"
#include "runtime/host_metrics.h"

namespace handlers {
namespace {

// When the link to the newest backup was made; 0 if there is none.
std::int64_t last_backup(const core::Configuration& configuration) {
  struct stat status {};
  const std::string latest = configuration.backup_folder + "/latest";
  return lstat(latest.c_str(), &status) == 0 ? status.st_mtim.tv_sec : 0;
}

std::string host_state(const Services& services) {
  const std::int64_t free_bytes = services.database_room.free_bytes();
  return "# HELP artifact_share_database_disk_free_bytes Bytes that are free on the disk of "
         "database_folder; NaN if it cannot be seen from here.\n"
         "# TYPE artifact_share_database_disk_free_bytes gauge\n"
         "artifact_share_database_disk_free_bytes " +
         (free_bytes == core::kUnlimited ? "NaN" : std::to_string(free_bytes)) +
         "\n# HELP artifact_share_backup_last_success_timestamp_seconds When the newest backup in "
         "backup_folder was completed; 0 if there is none.\n"
         "# TYPE artifact_share_backup_last_success_timestamp_seconds gauge\n"
         "artifact_share_backup_last_success_timestamp_seconds " +
         std::to_string(last_backup(services.configuration)) + '\n';
}

}  // namespace

core::Result<fcgi::Response> get_metrics(Services& services, const fcgi::Request& /*request*/) {
  return fcgi::Response::plain(200, "text/plain; version=0.0.4; charset=utf-8",
                               services.host_metrics.text() + host_state(services));
}

}  // namespace handlers
