#include "fcgi/request_errors.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <string>
#include <string_view>

#include "core/out_of_space.h"
#include "core/time.h"
#include "fcgi/request_log.h"

namespace fcgi {

using core::Error;
using core::ErrorCode;

std::optional<int> status_from_nginx(const Request& request) {
  const std::string_view text = request.parameter("ERROR_STATUS");
  int status = 0;
  std::from_chars(text.data(), text.data() + text.size(), status);
  if (status < 400 || status > 499) return std::nullopt;
  return status;
}

Error refused_by_nginx(int status, std::size_t most_bytes) {
  switch (status) {
    case 413:
      return {ErrorCode::payload_too_large,
              "the request body must not exceed " + std::to_string(most_bytes) + " bytes"};
    case 405:
      return {ErrorCode::method_not_allowed, "this method is not supported"};
    case 414:
      return {ErrorCode::invalid_request, "the request URL is too long"};
    case 497:
      return {ErrorCode::invalid_request, "the service is available over https:// only"};
    case 431:
      return {ErrorCode::invalid_request, "the request headers are too large"};
    default:
      return {ErrorCode::invalid_request, "malformed HTTP request"};
  }
}

Error method_not_allowed(const std::vector<Route>& routes, const RouteMatch& match) {
  return {ErrorCode::method_not_allowed, "this path supports " + allowed_methods(routes, match)};
}

Error rate_limited(const core::RateLimit& limit) {
  const std::int64_t wait = std::max<std::int64_t>(1, limit.reset - core::now().unix_seconds());
  return {ErrorCode::rate_limited,
          "the limit of " + std::to_string(limit.limit) +
              " requests per minute is exceeded; try again in " + std::to_string(wait) +
              (wait == 1 ? " second" : " seconds"),
          {},
          std::chrono::seconds(wait)};
}

Error unexpected(const Request& request, const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const core::TookTooLong& timeout) {
    log_failure(request, timeout.what());
    return {ErrorCode::timeout,
            "this took longer than the service allows, and was undone; to try again would take as "
            "long"};
  } catch (const core::OutOfSpace& full) {
    log_failure(request, full.what());
    return {ErrorCode::unavailable, core::kOutOfSpace};
  } catch (const core::Unavailable& unavailable) {
    log_failure(request, unavailable.what());
    return {ErrorCode::unavailable, "the database is unavailable; try again in a moment"};
  } catch (const std::exception& exception) {
    log_failure(request, exception.what());
  }
  return {ErrorCode::internal_error, "an internal error occurred"};
}

}  // namespace fcgi
