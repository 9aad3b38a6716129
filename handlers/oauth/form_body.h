// The body of a request to an endpoint of OAuth, which is a form (RFC 6749, 4.1.3).
#pragma once

#include <optional>

#include "core/oauth/oauth_error.h"
#include "fcgi/request.h"

namespace handlers::oauth {

// The error if the body is of a type in which no field of a form is found, such as JSON.
std::optional<core::OAuthError> check_is_form(const fcgi::Request& request);

}  // namespace handlers::oauth
