// Responses of the OAuth endpoints that apps call. None is stored, and scripts of any origin may
// read them: they carry no cookie, and a token is only for who has a code.
#pragma once

#include <string>
#include <utility>
#include <variant>

#include "core/oauth/oauth_error.h"
#include "fcgi/response.h"

namespace handlers::oauth {

fcgi::Response json_response(int status, std::string json);

// 400
fcgi::Response error_response(const core::OAuthError& error);
// The error of the service with its status.
fcgi::Response error_response(const core::Error& error);

// What `answer` makes of the value, or the error.
template <typename T, typename Answer>
fcgi::Response respond(const core::OAuthResult<T>& result, const Answer& answer) {
  if (const auto* error = std::get_if<core::OAuthError>(&result)) return error_response(*error);
  if (const auto* error = std::get_if<core::Error>(&result)) return error_response(*error);
  return answer(std::get<T>(result));
}

// A document that says something about the service to everybody.
fcgi::Response public_json(std::string json);

}  // namespace handlers::oauth
