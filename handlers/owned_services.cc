#include "handlers/owned_services.h"

#include <algorithm>

#include "handlers/routes.h"

namespace handlers {
namespace {

PdfMaker::Limits pdf_limits(const core::Configuration& settings) {
  // One thread goes on with other requests, whatever the others wait for.
  const unsigned occupied = std::min(settings.threads, settings.pdf_processes + 1);
  return {.command = settings.pdf_command,
          .processes = settings.pdf_processes,
          .waiting = settings.threads - occupied,
          .time = std::chrono::seconds(settings.pdf_seconds)};
}

}  // namespace

ProcessServices::ProcessServices(const core::Configuration& settings)
    : configuration(settings),
      host_metrics(settings.metrics_folder, metric_routes(settings)),
      connector(settings.database_url,
                {.statement = std::chrono::milliseconds(settings.database_timeout_milliseconds)}),
      redis_address(db::RedisAddress::parse(settings.redis_url)),
      key_cache(connector, host_metrics.own()),
      local_rate_counts(host_metrics.own()),
      render_cache(settings.render_cache_bytes),
      pdf_cache(settings.pdf_cache_bytes),
      pdf_maker(pdf_limits(settings), host_metrics.own()) {
  core::Metrics& metrics = host_metrics.own();
  metrics.count(core::Counter::worker_starts);
  metrics.set(core::Gauge::worker_processes, 1);
  metrics.set(core::Gauge::worker_threads, settings.threads);
}

ThreadServices::ThreadServices(ProcessServices& process)
    : postgres(process.connector, process.host_metrics.own()),
      redis(process.redis_address,
            std::chrono::milliseconds(process.configuration.redis_timeout_milliseconds),
            process.host_metrics.own()),
      accounts(postgres),
      artifacts(postgres),
      shares(postgres),
      views(postgres, redis, process.host_metrics.own()),
      authenticator(process.key_cache, postgres),
      rate_counter(redis, process.local_rate_counts),
      attempts(redis, process.local_attempts),
      users(postgres),
      second_factors(postgres),
      sessions(postgres, {.idle = std::chrono::minutes(process.configuration.session_idle_minutes),
                          .absolute = std::chrono::hours(24) * process.configuration.session_days}),
      audit_log(postgres),
      services{.configuration = process.configuration,
               .metrics = process.host_metrics.own(),
               .host_metrics = process.host_metrics,
               .passwords = process.passwords,
               .pdf_cache = process.pdf_cache,
               .pdf_maker = process.pdf_maker,
               .render_cache = process.render_cache,
               .postgres = postgres,
               .redis = redis,
               .accounts = accounts,
               .artifacts = artifacts,
               .shares = shares,
               .views = views,
               .authenticator = authenticator,
               .rate_counter = rate_counter,
               .attempts = attempts,
               .users = users,
               .second_factors = second_factors,
               .sessions = sessions,
               .audit_log = audit_log} {}

}  // namespace handlers
