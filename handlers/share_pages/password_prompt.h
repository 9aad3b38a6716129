// The answer to a viewer who has not (rightly) given a link's password: 401, or 429 after too many
// attempts, as a form or, for a program, as the error object. It holds nothing of the artifact.
#pragma once

#include "fcgi/request.h"
#include "fcgi/response.h"
#include "handlers/services.h"
#include "handlers/share_pages/share_access.h"

namespace handlers {

fcgi::Response password_prompt(Services& services, const fcgi::Request& request,
                               const Unlocking& unlocking);

}  // namespace handlers
