// The cookies that a browser sends and stores for signing in.
#pragma once

#include <string>
#include <string_view>

#include "app/sign_in.h"
#include "fcgi/response.h"
#include "handlers/endpoint.h"

namespace handlers::dashboard {

// The visitor who sends the request. Refers to the context.
app::Visitor visitor(const Context& context);

// Adds the cookies of signing in to `response`.
void add_cookies(const app::SignedIn& signed_in, fcgi::Response& response);

// Whether a user may be redirected to `next` after signing in: to a plain path of the dashboard, or
// to an app's request for access; never to another host.
bool is_return_path(std::string_view next);

// Redirects the user to `next`, or to the dashboard's first page if that is no return path, with
// the cookies of their new session.
fcgi::Response redirect_signed_in(const app::SignedIn& signed_in, std::string_view next);

}  // namespace handlers::dashboard
