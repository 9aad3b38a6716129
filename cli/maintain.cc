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

namespace {

db::MaintenanceReport run(const Arguments& arguments) {
  Connections connections(arguments);
  const core::Configuration& configuration = connections.configuration;
  constexpr std::chrono::hours day(24);
  db::MaintenanceLimits limits{.keep_expired = day * configuration.keep_expired_days,
                               .keep_audit_log = day * configuration.audit_days,
                               .grace = day * configuration.removal_grace_days,
                               .largest_clock_step = std::nullopt};
  if (!arguments.has("--accept-clock"))
    limits.largest_clock_step = std::chrono::hours(configuration.largest_clock_step_hours);
  try {
    return db::maintain(connections.postgres, connections.redis, limits);
  } catch (const db::WrongClock& doubt) {
    throw std::runtime_error(std::string(doubt.what()) +
                             ": nothing is done, as what is removed by a wrong clock is lost. Put "
                             "the clock right, or, if "
                             "it is, run `artifact-admin maintain --accept-clock` once");
  }
}

}  // namespace

// Once, and says what it did; a timer runs it again and again.
void maintain(const Arguments& arguments) {
  const db::MaintenanceReport report = run(arguments);
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
