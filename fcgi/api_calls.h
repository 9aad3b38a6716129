// ApiCalls: answers the calls of the API.
//
// Performs the steps that all calls have in common, in the order of the API specification: path,
// method, key, rate limit, disabled account, scope, query, media type, body. The handler does the
// rest. OPTIONS is answered here for every path. Each response has the rate-limit headers.
// Exceptions that a handler throws become 503 if the database cannot be reached, and otherwise 500.
//
// Not thread-safe; each worker thread has its own.
#pragma once

#include <optional>
#include <string_view>
#include <utility>

#include "core/metrics.h"
#include "core/principal.h"
#include "fcgi/api_gate.h"
#include "fcgi/request.h"
#include "fcgi/response.h"
#include "fcgi/routes.h"
#include "runtime/admission.h"

namespace fcgi {

class ApiCalls {
 public:
  // All references must outlive this object.
  ApiCalls(const RouteTable& table, core::Authenticator& authenticator,
           core::RateLimiter& rate_limiter, CrossOrigin cross_origin, const BodyLimits& body_limits,
           runtime::Admission& admission, core::Metrics& metrics)
      : table_(table),
        authenticator_(authenticator),
        rate_limiter_(rate_limiter),
        cross_origin_(std::move(cross_origin)),
        body_limits_(body_limits),
        admission_(admission),
        metrics_(metrics) {}

  Answer answer(Request& request, const RouteMatch& match);

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
  std::size_t limit_of(const Route& route, BodyKind kind) const;
  std::optional<core::Result<Response>> read_body(Request& request, const Route& route,
                                                  BodyKind kind,
                                                  const core::AccountId& account) const;
  Response options(const Request& request, const RouteMatch& match) const;

  const RouteTable& table_;
  core::Authenticator& authenticator_;
  core::RateLimiter& rate_limiter_;
  CrossOrigin cross_origin_;
  BodyLimits body_limits_;
  runtime::Admission& admission_;
  core::Metrics& metrics_;
};

}  // namespace fcgi
