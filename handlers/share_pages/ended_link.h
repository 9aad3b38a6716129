// Responses for a link, or for one of its versions, that is not there any more.
#pragma once

#include "app/share_views.h"
#include "core/error.h"
#include "fcgi/response.h"
#include "handlers/endpoint.h"

namespace handlers {

// For a person whose request was answered with this error: a page that says who shared the link,
// or, if only the version in the address was erased, leads to what the link shows. Other errors,
// and those of programs, as they are.
core::Result<fcgi::Response> refused(const Context& context, const app::ShareAddress& address,
                                     const core::Error& error);

}  // namespace handlers
