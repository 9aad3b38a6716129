#include "fcgi/rate_limit_headers.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>

#include "core/error.h"

namespace fcgi {
namespace {

using core::ErrorCode;

// Of core::RateLimiter.
constexpr std::int64_t kWindowSeconds = 60;

std::int64_t seconds_until(std::int64_t moment) {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const std::int64_t seconds = std::chrono::duration_cast<std::chrono::seconds>(now).count();
  return std::clamp<std::int64_t>(moment - seconds, 1, kWindowSeconds);
}

}  // namespace

void add_rate_limit(Response& response, const core::RateLimit& limit, Counted counted) {
  const std::string quota = std::to_string(limit.limit);
  const std::string remaining = std::to_string(limit.remaining);
  const std::string wait = std::to_string(seconds_until(limit.reset));
  const std::string_view policy = counted == Counted::account ? "\"account\"" : "\"network\"";
  response.header("RateLimit-Policy", std::string(policy).append(";q=").append(quota).append(
                                          ";w=" + std::to_string(kWindowSeconds)));
  response.header("RateLimit",
                  std::string(policy).append(";r=").append(remaining).append(";t=").append(wait));
  response.header("X-RateLimit-Limit", quota);
  response.header("X-RateLimit-Remaining", remaining);
  response.header("X-RateLimit-Reset", std::to_string(limit.reset));
  const auto says_when = [](const auto& header) { return header.first == "Retry-After"; };
  if (response.status() == core::http_status(ErrorCode::rate_limited) &&
      std::none_of(response.headers().begin(), response.headers().end(), says_when))
    response.header("Retry-After", wait);
}

}  // namespace fcgi
