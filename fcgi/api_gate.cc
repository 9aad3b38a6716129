#include "fcgi/api_gate.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "core/error.h"

namespace fcgi {

std::optional<core::BearerToken> bearer_token_of(const Request& request) {
  constexpr std::string_view kScheme = "bearer ";
  const std::string_view header = request.parameter("HTTP_AUTHORIZATION");
  if (header.size() <= kScheme.size()) return std::nullopt;
  for (std::size_t i = 0; i < kScheme.size(); ++i)
    if ((header[i] | ' ') != kScheme[i]) return std::nullopt;
  return core::BearerToken::parse(header.substr(kScheme.size()));
}

core::Error unauthorized() {
  return {core::ErrorCode::unauthorized,
          "missing or invalid API key; send it in the header `Authorization: Bearer artk_…`"};
}

core::Error wrong_audience() {
  return {core::ErrorCode::unauthorized,
          "this access token is for the MCP server; the API needs one for the resource of the API"};
}

Response insufficient_scope(const core::Principal& program, const core::Scopes& wanted) {
  Response response =
      Response::error(program.refuse(*program.scopes.first_missing(wanted)).value());
  if (program.grant)
    response.header("WWW-Authenticate", core::insufficient_scope_challenge(wanted));
  return response;
}

std::string challenge(const Request& request, std::string_view parameters) {
  std::string text = "Bearer " + std::string(parameters);
  if (request.has("HTTP_AUTHORIZATION")) {
    text +=
        ", error=\"invalid_token\", error_description=\"the key or token is invalid, expired or "
        "revoked\"";
  }
  return text;
}

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
                  "ETag, Idempotency-Replayed, Location, Retry-After, WWW-Authenticate, "
                  "X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id");
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

void add_rate_limit(Response& response, const core::RateLimit& limit) {
  response.header("X-RateLimit-Limit", std::to_string(limit.limit));
  response.header("X-RateLimit-Remaining", std::to_string(limit.remaining));
  response.header("X-RateLimit-Reset", std::to_string(limit.reset));
}

}  // namespace fcgi
