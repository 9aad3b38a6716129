// The API key or access token of a call, and what is said to one that lacks it, or whose is not
// good enough (RFC 6750).
#pragma once

#include <optional>
#include <string>

#include "core/error.h"
#include "core/identity/bearer_token.h"
#include "core/identity/caller.h"
#include "core/identity/scope.h"
#include "fcgi/request.h"
#include "fcgi/response.h"
#include "fcgi/routing/route.h"

namespace fcgi {

// The key or token in `Authorization: Bearer …` (the scheme in any case), if it is well-formed.
std::optional<core::BearerToken> bearer_token_of(const Request& request);

core::Error unauthorized();

core::Error wrong_audience();

// An app can ask its user for more (RFC 6750, 3.1), a key stays as it is.
Response insufficient_scope(const core::Caller& caller, const core::Scopes& wanted);

// A request without a key is told nothing but how to send one (RFC 6750, 3.1). `route` is null if
// there is none.
std::string challenge(const Request& request, const Route* route);

}  // namespace fcgi
