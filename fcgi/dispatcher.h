// Dispatcher: takes a request from its path to its answer.
//
// The steps that all API calls have in common stand here, in the contract's order, so that no
// handler can forget one: path, method, key, rate limit, disabled account, scope, query, media
// type, body; the handler does the rest. Pages of the dashboard go through the DashboardGate.
// OPTIONS is answered here for every API path. Every answer gets X-Request-Id, every API answer the
// three rate-limit headers. HEAD is answered as GET (the worker leaves the body out). Whatever a
// handler throws ends here: 503 when the database cannot be reached, 500 for anything else.
//
// One thread's; each worker thread has its own.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "core/identity/caller.h"
#include "core/operation/metrics.h"
#include "fcgi/cross_origin.h"
#include "fcgi/dashboard_gate.h"
#include "fcgi/request.h"
#include "fcgi/response.h"
#include "fcgi/route.h"

namespace fcgi {

// An answer, and what the log says of the request.
struct Answer {
  Response response;
  std::string_view route;  // the pattern; empty if the path has none
  std::optional<core::AccountId> account;
  std::optional<std::size_t> endpoint;  // its place in the route table; nothing if none was reached
};

class Dispatcher {
 public:
  Dispatcher(RouteTable table, core::Authenticator& authenticator, core::RateLimiter& rate_limiter,
             DashboardGate dashboard_gate, CrossOrigin cross_origin, std::size_t maximum_body_bytes,
             core::Metrics& metrics = core::Metrics::unwatched())
      : table_(std::move(table)),
        authenticator_(authenticator),
        rate_limiter_(rate_limiter),
        dashboard_gate_(std::move(dashboard_gate)),
        cross_origin_(std::move(cross_origin)),
        maximum_body_bytes_(maximum_body_bytes),
        metrics_(metrics) {}

  // Never throws for anything that a request can bring about.
  Answer answer(Request& request);

 private:
  // The routes whose pattern fits the path, all of the same pattern.
  struct Match {
    const Route* any = nullptr;     // null: no pattern fits
    const Route* chosen = nullptr;  // null: the pattern is not there for this method
  };
  // What is known of who calls after the key and the rate limit were looked at.
  struct Admission {
    std::optional<core::Caller> caller;
    core::RateLimit rate_limit;
    std::optional<core::Error> refusal;
  };

  Match match(Request& request) const;
  Answer answer_api(Request& request, const Match& match);
  core::Result<Response> call_page(Request& request, const Match& match);
  Answer answer_page(Request& request, const Match& match);
  Admission admit(const Request& request);
  core::Result<Response> call(Request& request, const Match& match, const Admission& admission);
  Response options(const Request& request, const Match& match) const;
  core::Error method_not_allowed(const Match& match) const;
  std::string allowed_methods(const Match& match) const;

  RouteTable table_;
  core::Authenticator& authenticator_;
  core::RateLimiter& rate_limiter_;
  DashboardGate dashboard_gate_;
  CrossOrigin cross_origin_;
  std::size_t maximum_body_bytes_;
  core::Metrics& metrics_;
};

}  // namespace fcgi
