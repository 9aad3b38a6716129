#include "worker/application.h"

#include "handlers/routes.h"

namespace worker {
namespace {

// A dispatcher with the objects that its routes refer to.
struct Thread {
  explicit Thread(ProcessServices& process)
      : owned(process),
        dispatcher(handlers::routes(process.configuration, owned.use_cases), owned.authenticator,
                   owned.rate_counter,
                   fcgi::DashboardGate(process.configuration.public_base_url, owned.sessions,
                                       owned.rate_counter),
                   fcgi::CrossOrigin(process.configuration.cors_origins,
                                     process.configuration.public_base_url),
                   {.json = process.configuration.max_body_bytes,
                    .files = process.configuration.max_file_bytes},
                   process.page_compression, process.admission, process.host_metrics.own()) {}

  ThreadServices owned;
  fcgi::Dispatcher dispatcher;
};

}  // namespace

std::shared_ptr<fcgi::Dispatcher> Application::make_dispatcher() {
  const auto thread = std::make_shared<Thread>(process_);
  return {thread, &thread->dispatcher};
}

std::string Application::why_not_ready() {
  ThreadServices services(process_);
  return services.use_cases.service_status.readiness().problem;
}

}  // namespace worker
