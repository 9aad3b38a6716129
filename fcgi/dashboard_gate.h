// DashboardGate: access control for the dashboard's pages and forms.
//
// Users who are not signed in are redirected to the sign-in page, and from there back. A form (any
// POST) must have the service's own Origin and a form token derived from the session's cookie (CSRF
// protection). A user may send 120 forms per minute. Users of a disabled account can read, and
// submit only a few forms. Cookies have the prefix __Host- (RFC 6265bis), so no other host can set
// them.
//
// Not thread-safe; each worker thread has its own.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/error.h"
#include "core/principal.h"
#include "fcgi/request.h"
#include "fcgi/response.h"
#include "fcgi/routes.h"

namespace fcgi {

class DashboardGate {
 public:
  // `origin`: the Origin of the service's own pages, as browsers send it.
  DashboardGate(std::string origin, core::SessionReader& sessions, core::RateLimiter& rate_limiter)
      : origin_(std::move(origin)), sessions_(sessions), rate_limiter_(rate_limiter) {}

  // The page for signed-in users at a path; null if there is none.
  using PageFinder = std::function<const Route*(std::string_view path)>;

  // Reads the form of a request, if there is one.
  using FormReader = std::function<std::optional<core::Error>()>;

  // Calls the route's handler if access is granted: with the user, or with the visitor. The form of
  // a visitor must have been read; that of a user, which may have a large file, is read once it is
  // known that there is one. Throws what the handler and the session reader throw.
  core::Result<Response> pass_user(const Request& request, const Route& route,
                                   const PageFinder& page_at, const FormReader& read_form);
  core::Result<Response> pass_visitor(const Request& request, const Route& route);

  // The session token in the request's cookie, if any; its session may have ended.
  static std::optional<core::SecretToken> session_token(const Request& request);

  // Set-Cookie values that start and end a session. The browser deletes the cookie after `seconds`;
  // the session may end earlier.
  static std::string session_cookie(const core::SecretToken& token, std::int64_t seconds);
  static std::string no_session_cookie();

 private:
  std::optional<core::Error> refuse_form(const Request& request,
                                         const std::optional<core::SecretToken>& cookie) const;
  std::optional<core::Error> refuse_too_many_forms(const Request& request,
                                                   const core::Principal& user);
  std::string sign_in_for_form(const Request& request, const PageFinder& page_at) const;

  std::string origin_;
  core::SessionReader& sessions_;
  core::RateLimiter& rate_limiter_;
};

}  // namespace fcgi
