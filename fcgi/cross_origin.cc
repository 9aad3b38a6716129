#include "fcgi/cross_origin.h"

#include <algorithm>
#include <utility>

namespace fcgi {
namespace {

constexpr std::string_view kAny = "*";

}  // namespace

CrossOrigin::CrossOrigin(std::vector<std::string> origins, std::string own)
    : origins_(std::move(origins)),
      own_(std::move(own)),
      allows_any_(std::find(origins_.begin(), origins_.end(), kAny) != origins_.end()) {}

bool CrossOrigin::allows(std::string_view origin) const {
  if (origin.empty()) return false;
  return allows_any_ || std::find(origins_.begin(), origins_.end(), origin) != origins_.end();
}

bool CrossOrigin::is_foreign(const Request& request) const {
  const std::string_view origin = request.parameter("HTTP_ORIGIN");
  return request.has("HTTP_ORIGIN") && origin != own_ && !allows(origin);
}

void CrossOrigin::admit(const Request& request, Response& response) const {
  if (origins_.empty()) return;
  // Caches must not reuse one origin's response for another.
  response.header("Vary", "Origin");
  const std::string_view origin = request.parameter("HTTP_ORIGIN");
  if (!allows(origin)) return;
  response.header("Access-Control-Allow-Origin", std::string(allows_any_ ? kAny : origin));
  response.header("Access-Control-Expose-Headers",
                  "ETag, Idempotency-Replayed, Location, RateLimit, RateLimit-Policy, Retry-After, "
                  "WWW-Authenticate, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, "
                  "X-Request-Id");
}

void CrossOrigin::admit_preflight(const Request& request, const std::string& methods,
                                  Response& response) const {
  if (!allows(request.parameter("HTTP_ORIGIN"))) return;
  response.header("Access-Control-Allow-Methods", methods);
  response.header(
      "Access-Control-Allow-Headers",
      "Authorization, Content-Encoding, Content-Type, Idempotency-Key, If-Match, If-None-Match, "
      "X-Request-Id, MCP-Protocol-Version, Mcp-Method, Mcp-Name");
  // Browsers cache it for two hours at most.
  response.header("Access-Control-Max-Age", "7200");
}

}  // namespace fcgi
