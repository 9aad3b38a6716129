// GET /metrics, which nginx lets through from the host itself only.
#include "handlers/endpoints.h"
#include "handlers/host_metrics.h"

namespace handlers {

core::Result<fcgi::Response> get_metrics(Services& services, const fcgi::Request& /*request*/) {
  return fcgi::Response::plain(200, "text/plain; version=0.0.4; charset=utf-8",
                               services.host_metrics.text());
}

}  // namespace handlers
