// Requests that a client may send again without harm, by an Idempotency-Key of its own choice.
//
// The first request with a key is carried out, and its answer kept for 24 hours if it succeeded;
// the same request again gets that answer again. An answer that has an artifact's content in it is
// not kept, as it may be large: it is made again, of the artifact as it is then. A request that was
// refused has changed nothing, so nothing of it is kept, and it may be mended and sent with the
// same key.
#pragma once

#include <functional>

#include "core/identity/public_id.h"
#include "core/result.h"
#include "fcgi/request.h"
#include "fcgi/response.h"
#include "handlers/services.h"

namespace handlers {

using Answer = std::function<core::Result<fcgi::Response>()>;

// Answers by `endpoint`, or as it did before: by `again`, if there is one, else with the very
// answer that was kept. Errors: invalid_request for a key that is none, and whatever the endpoint's
// are; idempotency_conflict for a key that was used for another request, or whose request is still
// running.
core::Result<fcgi::Response> with_idempotency(Services& services, const fcgi::Request& request,
                                              const core::AccountId& account,
                                              const Answer& endpoint, const Answer& again = {});

}  // namespace handlers
