#include "handlers/services.h"

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

SharedServices::SharedServices(const core::Configuration& settings)
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

Services::Services(SharedServices& shared_services)
    : shared(shared_services),
      configuration(shared.configuration),
      metrics(shared.host_metrics.own()),
      postgres(shared.connector, metrics),
      redis(shared.redis_address,
            std::chrono::milliseconds(configuration.redis_timeout_milliseconds), metrics),
      accounts(postgres),
      artifacts(postgres),
      shares(postgres),
      views(postgres, redis),
      authenticator(shared.key_cache, postgres),
      rate_counter(redis, shared.local_rate_counts),
      attempts(redis, shared.local_attempts),
      users(postgres),
      second_factors(postgres),
      sessions(users, redis,
               {.idle = std::chrono::minutes(configuration.session_idle_minutes),
                .absolute = std::chrono::hours(24) * configuration.session_days}),
      audit_log(postgres) {}

}  // namespace handlers
