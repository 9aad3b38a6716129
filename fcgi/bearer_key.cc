#include "fcgi/bearer_key.h"

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

Response insufficient_scope(const core::Caller& caller, const core::Scopes& wanted) {
  Response response = Response::error(
      {core::ErrorCode::forbidden,
       std::string(caller.user ? "this app" : "this API key") + " lacks the scope " +
           std::string(core::to_string(*caller.scopes.first_missing(wanted)))});
  if (caller.user) response.header("WWW-Authenticate", core::insufficient_scope_challenge(wanted));
  return response;
}

std::string challenge(const Request& request, const Route* route) {
  const bool has_own = route != nullptr && !route->challenge.empty();
  std::string text = "Bearer " + (has_own ? route->challenge : std::string("realm=\"api\""));
  if (request.has("HTTP_AUTHORIZATION")) {
    text +=
        ", error=\"invalid_token\", error_description=\"the key or token is invalid, expired or "
        "revoked\"";
  }
  return text;
}

}  // namespace fcgi
