// Dispatcher: routes a request to its handler and returns the response.
//
// The dispatcher performs the steps common to all API calls, in the order of the API specification:
// path, method, key, rate limit, disabled account, scope, query, media type, body. The handler does
// the rest. Pages of the dashboard go through the DashboardGate. OPTIONS is handled here for every
// API path. Every response has X-Request-Id, and those of the API, of share links and of the
// dashboard have the rate-limit headers. Requests for share links are counted by network.
// HEAD is handled as GET; the worker omits the body. Exceptions that a handler throws become 503 if
// the database cannot be reached, and otherwise 500.
//
// Not thread-safe; each worker thread has its own.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>

#include "core/metrics.h"
#include "core/principal.h"
#include "fcgi/api_gate.h"
#include "fcgi/dashboard_gate.h"
#include "fcgi/page_compression.h"
#include "fcgi/request.h"
#include "fcgi/response.h"
#include "fcgi/routes.h"
#include "runtime/admission.h"

namespace fcgi {

// A response, and what the log and the metrics record of the request.
struct Answer {
  Response response;
  std::string_view route;  // the pattern; empty if no route matches the path
  std::optional<core::AccountId> account;
  std::optional<std::size_t> endpoint;  // its index in the route table, if one was reached
};

// The largest body of an API call.
struct BodyLimits {
  std::size_t json = 0;
  std::size_t files = 0;  // a file, or a form with files

  std::size_t largest() const { return std::max(json, files); }
};

class Dispatcher {
 public:
  Dispatcher(RouteTable table, core::Authenticator& authenticator, core::RateLimiter& rate_limiter,
             DashboardGate dashboard_gate, CrossOrigin cross_origin, const BodyLimits& body_limits,
             PageCompression& page_compression, runtime::Admission& admission,
             core::Metrics& metrics = core::Metrics::unwatched())
      : table_(std::move(table)),
        authenticator_(authenticator),
        rate_limiter_(rate_limiter),
        dashboard_gate_(std::move(dashboard_gate)),
        cross_origin_(std::move(cross_origin)),
        body_limits_(body_limits),
        page_compression_(page_compression),
        admission_(admission),
        metrics_(metrics) {}

  // Does not throw, whatever the request is.
  Answer answer(Request& request);

 private:
  // The caller, once the key and the rate limit have been checked.
  struct CheckedCaller {
    std::optional<core::Principal> caller;
    core::RateLimit rate_limit;
    std::optional<core::Error> refusal;
    // Why there is no caller, unless it is for want of a valid key.
    std::optional<core::Error> invalid_credential;
    bool is_provisional = false;  // the rate limit is still being checked
  };

  Answer answer_match(Request& request, const RouteMatch& found);
  Answer answer_api(Request& request, const RouteMatch& match);
  core::Result<Response> call_page(Request& request, const RouteMatch& match);
  std::optional<core::Error> read_form(Request& request, const Route& route) const;
  void keep_form(Request& request, const RouteMatch& match,
                 const core::Result<Response>& result) const;
  Answer answer_page(Request& request, const RouteMatch& match);
  void add_viewer_limit(const Request& request, const std::optional<core::RateLimit>& refused,
                        Response& response);
  CheckedCaller check_caller(const Request& request, const RouteMatch& match);
  std::optional<core::BearerToken> credential_of(const Request& request, const RouteMatch& match,
                                                 CheckedCaller& checked);
  void decide(CheckedCaller& checked, const std::optional<core::RateLimit>& counted,
              std::string_view address);
  core::Result<Response> call(Request& request, const RouteMatch& match,
                              const CheckedCaller& checked);
  // By the Content-Type.
  enum class BodyKind { json, file, other_charset, other };
  BodyKind body_kind(const Request& request, const Route& route) const;
  std::optional<core::Result<Response>> read_body(Request& request, const Route& route,
                                                  BodyKind kind,
                                                  const core::AccountId& account) const;
  core::Error refused_by_nginx(int status) const;
  Response options(const Request& request, const RouteMatch& match) const;
  core::Error method_not_allowed(const RouteMatch& match) const;

  RouteTable table_;
  core::Authenticator& authenticator_;
  core::RateLimiter& rate_limiter_;
  DashboardGate dashboard_gate_;
  CrossOrigin cross_origin_;
  BodyLimits body_limits_;
  PageCompression& page_compression_;
  runtime::Admission& admission_;
  core::Metrics& metrics_;
};

}  // namespace fcgi
