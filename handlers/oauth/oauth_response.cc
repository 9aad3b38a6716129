#include "handlers/oauth/oauth_response.h"

namespace handlers::oauth {
namespace {

constexpr std::string_view kAllowOrigin = "Access-Control-Allow-Origin";

}  // namespace

fcgi::Response json_response(int status, std::string json) {
  fcgi::Response response = fcgi::Response::json(status, std::move(json));
  response.header("Cache-Control", "no-store");
  response.header(kAllowOrigin, "*");
  return response;
}

fcgi::Response error_response(const core::OAuthError& error) {
  return json_response(400, to_json(error));
}

fcgi::Response error_response(const core::Error& error) {
  fcgi::Response response =
      json_response(core::http_status(error.code), to_json(core::to_oauth_error(error)));
  response.error_headers(error);
  return response;
}

std::optional<core::OAuthError> check_is_form(const fcgi::Request& request) {
  const std::optional<core::MediaType>& given = request.media_type();
  // Browsers send a string that a script wrote as text/plain.
  if (!given || !(given->is_json() || given->is_multipart())) return std::nullopt;
  return core::OAuthError{"invalid_request",
                          "the Content-Type of the request body must be "
                          "application/x-www-form-urlencoded, not " +
                              given->type};
}

}  // namespace handlers::oauth
