// Responses of the OAuth endpoints that apps call. None is stored, and scripts of any origin may
// read them: they have no cookies, and tokens require a code.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "core/configuration.h"
#include "core/oauth_grant.h"
#include "fcgi/request.h"
#include "fcgi/response.h"

namespace handlers::oauth {

fcgi::Response json_response(int status, std::string json);

// 400
fcgi::Response error_response(const core::OAuthError& error);
// The error of the service with its status.
fcgi::Response error_response(const core::Error& error);

// The response that `answer` makes from the value, or the error.
template <typename T, typename Answer>
fcgi::Response respond(const core::OAuthResult<T>& result, const Answer& answer) {
  if (const auto* error = std::get_if<core::OAuthError>(&result)) return error_response(*error);
  if (const auto* error = std::get_if<core::Error>(&result)) return error_response(*error);
  return answer(std::get<T>(result));
}

// The body of a request to an endpoint of OAuth, which is a form (RFC 6749, 4.1.3).

// The error if the body has a type without form fields, such as JSON.
std::optional<core::OAuthError> check_is_form(const fcgi::Request& request);

}  // namespace handlers::oauth
