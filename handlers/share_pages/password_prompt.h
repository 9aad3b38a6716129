// Responses for viewers who have not entered the password of a share link.
#pragma once

#include "app/share_views.h"
#include "fcgi/response.h"
#include "handlers/endpoint.h"

namespace handlers {

// 401, or 429 after too many attempts, as a form or, for a program, as the error object. It
// contains nothing of the artifact.
fcgi::Response password_prompt(const Context& context, const app::ShareAddress& address,
                               const app::PasswordRefusal& refusal);

}  // namespace handlers
