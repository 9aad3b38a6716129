// Requests to the API that a client may send again without harm, by an Idempotency-Key; see
// app/idempotency.h. What is kept of an answer is its status, entity tag and body. An answer that
// has an artifact's content in it is not kept, as it may be large: it is made again, of the
// artifact as it is then.
#pragma once

#include <functional>

#include "core/identity/public_id.h"
#include "core/result.h"
#include "fcgi/request.h"
#include "fcgi/response.h"

namespace app {
class Idempotency;
}

namespace handlers {

using Answer = std::function<core::Result<fcgi::Response>()>;

// Answers by `endpoint`, or as it did before: by `again`, if there is one, else with the very
// answer that was kept. Errors: the endpoint's and those of app::Idempotency.
core::Result<fcgi::Response> with_idempotency(app::Idempotency& idempotency,
                                              const fcgi::Request& request,
                                              const core::AccountId& account,
                                              const Answer& endpoint, const Answer& again = {});

}  // namespace handlers
