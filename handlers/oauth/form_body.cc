#include "handlers/oauth/form_body.h"

namespace handlers::oauth {

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
