// Responses of the dashboard: pages with its security headers.
#pragma once

#include <string>
#include <string_view>

#include "core/error.h"
#include "core/session.h"
#include "fcgi/request.h"
#include "fcgi/response.h"
#include "pages/dashboard/frame.h"
#include "pages/html.h"

namespace handlers::dashboard {

// What a form says with status 429: attempts are limited (db/attempt_counter.h).
inline constexpr std::string_view kTooManyAttempts =
    "There were too many attempts. Please try again in a quarter of an hour.";

// With status 429 it says to programs, too, when to try again.
fcgi::Response page(int status, pages::Html html);

// The error as a page.
fcgi::Response error_page(const core::Error& error);

// 303 to a page of the dashboard.
fcgi::Response go_to(std::string path);

// The session's holder, as its pages show them. `form_token` outlives the viewer.
pages::dashboard::Viewer viewer(const core::Session& session, const std::string& form_token);

}  // namespace handlers::dashboard
