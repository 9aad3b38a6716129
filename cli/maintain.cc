// artifact-admin maintain
#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <utility>

#include "cli/commands.h"
#include "cli/connections.h"
#include "core/json_writer.h"
#include "db/maintenance.h"

namespace cli {

// Once, and says what it did; a timer runs it again and again.
void maintain(const Arguments& arguments) {
  Connections connections(arguments);
  constexpr std::chrono::hours day(24);
  const db::MaintenanceReport report =
      db::maintain(connections.postgres, connections.redis,
                   {.keep_expired = day * connections.configuration.keep_expired_days,
                    .keep_audit_log = day * connections.configuration.audit_days});
  const std::vector<std::pair<const char*, std::int64_t>> counts{
      {"artifactsNotedAsExpired", report.artifacts_noted_as_expired},
      {"deletedArtifactsRemoved", report.deleted_artifacts_removed},
      {"expiredArtifactsRemoved", report.expired_artifacts_removed},
      {"shareLinksRemoved", report.share_links_removed},
      {"idempotencyKeysRemoved", report.idempotency_keys_removed},
      {"shareLinksWithNewViews", report.share_links_with_new_views},
      {"daysWithNewUsage", report.days_with_new_usage},
      {"auditEventsRemoved", report.audit_events_removed},
      {"sessionsRemoved", report.sessions_removed},
  };
  core::JsonWriter json;
  json.begin_object();
  for (const auto& [name, count] : counts) json.member(name, count);
  json.end_object();
  if (arguments.has("--json")) {
    std::puts(json.text().c_str());
  } else {
    for (const auto& [name, count] : counts)
      std::printf("%s: %lld\n", name, static_cast<long long>(count));
  }
  if (!report.problem.empty()) throw std::runtime_error(report.problem);
}

}  // namespace cli
