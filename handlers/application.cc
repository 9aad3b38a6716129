#include "handlers/application.h"

#include "handlers/routes.h"

namespace handlers {
namespace {

// A dispatcher together with what its routes are bound to.
struct Thread {
  explicit Thread(SharedServices& shared)
      : services(shared),
        dispatcher(routes(services), services.authenticator, services.rate_counter,
                   fcgi::DashboardGate(services.configuration.public_base_url, services.sessions),
                   fcgi::CrossOrigin(services.configuration.cors_origins),
                   services.configuration.max_body_bytes, shared.host_metrics.own()) {}

  Services services;
  fcgi::Dispatcher dispatcher;
};

}  // namespace

std::shared_ptr<fcgi::Dispatcher> Application::make_dispatcher() {
  const auto thread = std::make_shared<Thread>(shared_);
  return {thread, &thread->dispatcher};
}

}  // namespace handlers
