#include "handlers/oauth/form_body.h"

#include "core/encodings/media_type.h"

namespace handlers::oauth {

std::optional<core::OAuthError> check_is_form(const fcgi::Request& request) {
  const auto given = core::MediaType::parse(request.parameter("CONTENT_TYPE"));
  // Browsers send a string that a script wrote as text/plain.
  if (!given || (given->type != "application/json" && given->type != "multipart/form-data"))
    return std::nullopt;
  return core::OAuthError{"invalid_request",
                          "the Content-Type of the request body must be "
                          "application/x-www-form-urlencoded, not " +
                              given->type};
}

}  // namespace handlers::oauth
