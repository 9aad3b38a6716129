// API requests that a client can safely repeat with an Idempotency-Key; see app/idempotency.h. The
// stored part of a response is its status, entity tag and body. A response that contains an
// artifact's content is not stored, as it may be large: it is generated again from the artifact's
// current state.
#pragma once

#include "core/error.h"
#include "fcgi/response.h"
#include "handlers/endpoint.h"

namespace handlers {

// Returns what the endpoint answers, or for a repeated request what its `again` does, if it has
// one, or the stored response. Errors: the endpoint's and those of app::Idempotency.
core::Result<fcgi::Response> with_idempotency(const Endpoint& endpoint, const Context& context);

}  // namespace handlers
