// OAuthError: an error of the OAuth endpoints, with a code of RFC 6749, 6750, 7591 or 8628.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "core/error.h"

namespace core {

struct OAuthError {
  std::string_view code;    // "invalid_grant"
  std::string description;  // for developers, in ASCII without quotes
};

// The error of an endpoint for which the API's error has no code of OAuth's.
OAuthError to_oauth_error(const Error& error);

// {"error":…,"error_description":…}
std::string to_json(const OAuthError& error);

// A value, the error that the app is told, or that of the API, when the request could not be
// processed (rate_limited, unavailable).
template <typename T>
using OAuthResult = std::variant<T, OAuthError, Error>;

}  // namespace core
