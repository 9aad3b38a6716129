// What a browser sends and stores for signing in: cookies.
#pragma once

#include <string>
#include <string_view>

#include "app/accounts/sign_in.h"
#include "app/accounts/visitor.h"
#include "core/identity/session.h"
#include "fcgi/request.h"
#include "fcgi/response.h"

namespace handlers::dashboard {

// The visitor who sends the request. Refers to it.
app::Visitor visitor(const fcgi::Request& request, const core::SecretToken& token);

// Adds the session's cookie to `response`.
void add_session_cookie(const core::NewSession& session, fcgi::Response& response);

// Whether `path` is a plain path of the dashboard: no other host, no scheme, no query.
bool is_dashboard_path(std::string_view path);

// Redirects the user to `next`, or to the dashboard's first page if that is not a path of the
// dashboard, with the cookies of their new session.
fcgi::Response redirect_signed_in(const app::SignedIn& signed_in, std::string_view next);

}  // namespace handlers::dashboard
