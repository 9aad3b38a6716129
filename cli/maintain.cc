// artifact-admin maintain

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <stdexcept>
#include <utility>

#include "app/maintenance.h"
#include "cli/checks/https_client.h"
#include "cli/commands.h"
#include "cli/connections.h"
#include "cli/output.h"
#include "core/metrics.h"
#include "core/text/json_writer.h"
#include "core/time.h"
#include "db/operation/maintenance.h"
#include "runtime/installed.h"
#include "runtime/metrics_file.h"

namespace cli {
namespace {

using core::Counter;

using Clock = std::chrono::steady_clock;

// How much of the minute until the next run indexing takes.
constexpr std::chrono::seconds kIndexing{20};

// When the certificate at the public address expires; empty if there is no connection.
std::optional<std::time_t> certificate_end(const core::Configuration& configuration) {
  try {
    return HttpsClient(configuration.public_base_url).certificate().not_after;
  } catch (const CannotConnect&) {
    return std::nullopt;
  }
}

// For /metrics of the workers on this host. A failure does not fail maintenance.
void record_metrics(const core::Configuration& configuration, const db::MaintenanceReport& report,
                    Clock::time_point begin) {
  if (configuration.metrics_folder.empty()) return;
  runtime::note_loadable();
  try {
    const auto duration =
        std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - begin);
    const auto end = certificate_end(configuration);
    core::Metrics metrics({}, runtime::take_maintenance_metrics_file(configuration.metrics_folder,
                                                                     core::Metrics::series({})));
    metrics.observe_maintenance(duration);
    const auto count = [&metrics](Counter counter, std::int64_t rows) {
      metrics.count(counter, static_cast<std::uint64_t>(rows));
    };
    count(Counter::deleted_artifacts_removed, report.deleted_artifacts_removed);
    count(Counter::expired_artifacts_removed, report.expired_artifacts_removed);
    count(Counter::share_links_removed, report.share_links_removed);
    count(Counter::idempotency_keys_removed, report.idempotency_keys_removed);
    count(Counter::audit_events_removed, report.audit_events_removed);
    count(Counter::sessions_removed, report.sessions_removed);
    count(Counter::api_keys_removed, report.api_keys_removed);
    count(Counter::versions_removed, report.versions_removed);
    count(Counter::uploads_removed, report.uploads_removed);
    if (report.problems.empty()) {
      metrics.count(Counter::maintenance_done);
      metrics.set(core::Gauge::maintenance_last_success,
                  static_cast<std::uint64_t>(core::now().unix_seconds()));
    } else {
      metrics.count(Counter::maintenance_failed);
    }
    if (end) metrics.set(core::Gauge::certificate_end, static_cast<std::uint64_t>(*end));
  } catch (const std::runtime_error& failure) {
    print_failure(std::string("cannot update metrics: ") + failure.what());
  }
}

db::MaintenanceReport maintain_and_record(const Arguments& arguments) {
  Connections connections(arguments, Waits::briefly);
  constexpr std::chrono::hours day(24);
  const core::Configuration& configuration = connections.configuration;
  db::MaintenanceLimits limits{.keep_expired = day * configuration.keep_expired_days,
                               .keep_audit_log = day * configuration.audit_days,
                               .storage = configuration.storage_limits,
                               .grace = day * configuration.removal_grace_days,
                               .largest_clock_step = std::nullopt};
  if (!arguments.has("--accept-clock"))
    limits.largest_clock_step = std::chrono::hours(configuration.largest_clock_step_hours);
  const Clock::time_point begin = Clock::now();
  const auto record_failure = [&](const std::exception& failure) {
    db::MaintenanceReport none;
    none.problems.emplace_back(failure.what());
    record_metrics(configuration, none, begin);
  };
  db::MaintenanceReport report;
  try {
    report = db::maintain(connections.postgres, connections.redis, limits);
    report.artifacts_indexed = app::index_words(connections.postgres, kIndexing);
  } catch (const db::WrongClock& doubt) {
    record_failure(doubt);
    throw std::runtime_error(
        std::string(doubt.what()) +
        "; nothing was removed, because data that a wrong clock removes is lost. Correct the clock "
        "or, if it is correct, run `artifact-admin maintain --accept-clock` once");
  } catch (const std::exception& failure) {
    record_failure(failure);
    throw;
  }
  record_metrics(configuration, report, begin);
  return report;
}

}  // namespace

void maintain(const Arguments& arguments) {
  // If Redis fails during the run, only what needs it fails.
  std::signal(SIGPIPE, SIG_IGN);
  const db::MaintenanceReport report = maintain_and_record(arguments);
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
      {"apiKeysRemoved", report.api_keys_removed},
      {"versionsRemoved", report.versions_removed},
      {"uploadsRemoved", report.uploads_removed},
      {"artifactsIndexed", report.artifacts_indexed},
  };
  core::JsonWriter json;
  json.begin_object();
  for (const auto& [name, count] : counts) json.member(name, count);
  json.end_object();
  const bool is_idle =
      std::ranges::all_of(counts, [](const auto& count) { return count.second == 0; });
  if (is_idle && arguments.has("--quiet")) {
    // A line for each minute would hide the others.
  } else if (arguments.has("--json")) {
    std::puts(json.text().c_str());
  } else {
    for (const auto& [name, count] : counts)
      std::printf("%s: %lld\n", name, static_cast<long long>(count));
  }
  std::string problems;
  for (const std::string& problem : report.problems)
    problems += (problems.empty() ? "" : "; ") + problem;
  if (!problems.empty()) throw std::runtime_error(problems);
}

}  // namespace cli
