// The response to a viewer who opens a share link: the content as a page or in another form, the
// cover, or the password prompt.
#pragma once

#include "app/share_views.h"
#include "core/configuration.h"
#include "core/error.h"
#include "fcgi/request.h"
#include "fcgi/response.h"

namespace handlers {

// Opens the link that the request names, and answers with what it gives. Errors: those of
// app::ShareViews::open().
core::Result<fcgi::Response> open_link(const core::Configuration& configuration,
                                       app::ShareViews& share_views, const fcgi::Request& request,
                                       app::Opening opening);

// The response to a viewer without the link's password: 401, or 429 after too many attempts, as a
// form or, for a program, as the error object. It contains nothing of the artifact.

fcgi::Response password_prompt(const core::Configuration& configuration,
                               const fcgi::Request& request, const app::ShareAddress& address,
                               const app::PasswordRefusal& refusal);

}  // namespace handlers
