// Responses of the dashboard: pages with its security headers.
#pragma once

#include <string>

#include "core/error.h"
#include "core/session.h"
#include "fcgi/request.h"
#include "fcgi/response.h"
#include "pages/dashboard/frame.h"
#include "pages/html.h"

namespace handlers::dashboard {

fcgi::Response page(int status, pages::Html html);

// The error as a page.
fcgi::Response error_page(const core::Error& error);

// 303 to a page of the dashboard.
fcgi::Response go_to(std::string path);

// The session's holder, as its pages show them. `form_token` outlives the viewer.
pages::dashboard::Viewer viewer(const core::Session& session, const std::string& form_token);

}  // namespace handlers::dashboard
