// GET /metrics, which nginx lets through from the host itself only.
#include "handlers/endpoints.h"

namespace handlers {

core::Result<fcgi::Response> get_metrics(Services& services, const fcgi::Request& /*request*/) {
  return fcgi::Response::plain(200, "text/plain; version=0.0.4; charset=utf-8",
                               services.shared.host_metrics.text());
}

}  // namespace handlers
