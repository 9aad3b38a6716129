// Responses of the dashboard, with its security headers.
#pragma once

#include <string>
#include <string_view>

#include "app/actor.h"
#include "core/error.h"
#include "core/identity/session.h"
#include "fcgi/request.h"
#include "fcgi/response.h"
#include "html/html.h"
#include "pages/dashboard/frame.h"

namespace handlers::dashboard {

fcgi::Response page(int status, html::Html html);

// The error as a page.
fcgi::Response error_page(const core::Error& error);

// 303 to a page of the dashboard.
fcgi::Response redirect(std::string path);

// The session's user as an actor for use cases.
app::Actor actor(const core::Session& session, const fcgi::Request& request);

// The session's user as pages show them. `form_token` must outlive the viewer.
pages::dashboard::Viewer viewer(const core::Session& session, const std::string& form_token);

}  // namespace handlers::dashboard
