// DashboardGate: who may pass to the pages of the dashboard, and which forms are taken.
//
// Whoever is not signed in is sent to sign in. A form (any POST) must come from a page of this
// service: by its Origin header, and by the form token, which follows from the cookie that the form
// was made for. Users of a disabled account may look, and send few forms. Cookies have the prefix
// __Host- (RFC 6265bis), so no other host can set them.
//
// One thread's; each worker thread has its own.
#pragma once

#include <optional>
#include <string>

#include "core/identity/session.h"
#include "core/result.h"
#include "fcgi/request.h"
#include "fcgi/response.h"
#include "fcgi/route.h"

namespace fcgi {

class DashboardGate {
 public:
  // `origin` is what browsers send as the Origin of the service's own pages.
  DashboardGate(std::string origin, core::SessionReader& sessions)
      : origin_(std::move(origin)), sessions_(sessions) {}

  // Calls the handler, if the request may pass. The body of a form has been read. Throws what the
  // handler and the session reader throw.
  core::Result<Response> pass(const Request& request, const SignedInHandler& handler);
  core::Result<Response> pass(const Request& request, const VisitorHandler& handler);

  // The session's token that the request's cookie has, alive or not; nothing if it has none.
  static std::optional<core::SecretToken> session_token(const Request& request);

  // The Set-Cookie values that begin and end a session. The browser drops the cookie after
  // `seconds`, the session itself may end before.
  static std::string session_cookie(const core::SecretToken& token, std::int64_t seconds);
  static std::string no_session_cookie();

 private:
  std::optional<core::Error> refuse_form(const Request& request,
                                         const std::optional<core::SecretToken>& cookie) const;

  std::string origin_;
  core::SessionReader& sessions_;
};

}  // namespace fcgi
