// GET /metrics, which nginx restricts to the host itself.
#include "app/service_status.h"
#include "handlers/endpoints.h"

namespace handlers {

core::Result<fcgi::Response> get_metrics(app::ServiceStatus& status,
                                         const fcgi::Request& /*request*/) {
  return fcgi::Response::plain(200, "text/plain; version=0.0.4; charset=utf-8", status.metrics());
}

}  // namespace handlers
