// Dispatcher: finds the route of a request, has it answered as an API call or as a page, and
// returns the response, which has X-Request-Id. HEAD is answered as GET; the worker omits the body.
//
// Not thread-safe; each worker thread has its own.
#pragma once

#include <utility>

#include "fcgi/api_calls.h"
#include "fcgi/page_requests.h"
#include "fcgi/routes.h"

namespace fcgi {

class Dispatcher {
 public:
  Dispatcher(RouteTable table, core::Authenticator& authenticator, core::RateLimiter& rate_limiter,
             DashboardGate dashboard_gate, CrossOrigin cross_origin, const BodyLimits& body_limits,
             PageCompression& page_compression, runtime::Admission& admission,
             core::Metrics& metrics = core::Metrics::unwatched())
      : table_(std::move(table)),
        api_calls_(table_, authenticator, rate_limiter, std::move(cross_origin), body_limits,
                   admission, metrics),
        pages_(table_, rate_limiter, std::move(dashboard_gate), body_limits, page_compression,
               metrics) {}
  Dispatcher(const Dispatcher&) = delete;
  Dispatcher& operator=(const Dispatcher&) = delete;

  // Does not throw, whatever the request is.
  Answer answer(Request& request);

 private:
  Answer answer_match(Request& request, const RouteMatch& found);

  RouteTable table_;
  ApiCalls api_calls_;
  PageRequests pages_;
};

}  // namespace fcgi
