// The response to a viewer who opens a share link: the content as a page or in another form, the
// cover, or the password prompt.
#pragma once

#include "app/sharing/share_views.h"
#include "core/operation/configuration.h"
#include "core/result.h"
#include "fcgi/request.h"
#include "fcgi/response.h"

namespace handlers {

// Opens the link that the request names, and answers with what it gives. Errors: those of
// app::ShareViews::open().
core::Result<fcgi::Response> open_link(const core::Configuration& configuration,
                                       app::ShareViews& share_views, const fcgi::Request& request,
                                       app::Opening opening);

}  // namespace handlers
