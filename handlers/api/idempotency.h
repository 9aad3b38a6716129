// API requests that a client can safely repeat with an Idempotency-Key; see app/idempotency.h. The
// stored part of a response is its status, entity tag and body. A response that contains an
// artifact's content is not stored, as it may be large: it is generated again from the artifact's
// current state.
#pragma once

#include <functional>

#include "core/error.h"
#include "core/principal.h"
#include "fcgi/request.h"
#include "fcgi/response.h"

namespace app {
class Idempotency;
}

namespace handlers {

// Calls the endpoint with the arguments of the request at hand.
using EndpointCall = std::function<core::Result<fcgi::Response>()>;

// Returns the response of `endpoint`, or for a repeated request that of `again`, if given, or the
// stored one. Errors: the endpoint's and those of app::Idempotency.
core::Result<fcgi::Response> with_idempotency(app::Idempotency& idempotency,
                                              const fcgi::Request& request,
                                              const core::Caller& caller,
                                              const EndpointCall& endpoint,
                                              const EndpointCall& again = {});

}  // namespace handlers
