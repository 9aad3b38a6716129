// The response to a viewer without the link's password: 401, or 429 after too many attempts, as a
// form or, for a program, as the error object. It contains nothing of the artifact.
#pragma once

#include "app/sharing/share_views.h"
#include "core/operation/configuration.h"
#include "fcgi/request.h"
#include "fcgi/response.h"

namespace handlers {

fcgi::Response password_prompt(const core::Configuration& configuration,
                               const fcgi::Request& request, const app::ShareAddress& address,
                               const app::PasswordRefusal& refusal);

}  // namespace handlers
