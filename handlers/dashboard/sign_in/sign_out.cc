// POST /dashboard/sign-out, and for every session of the user
// POST /dashboard/settings/profile/sign-out
#include "app/profile.h"
#include "fcgi/dashboard_gate.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/page.h"

namespace handlers::dashboard {
namespace {

fcgi::Response signed_out() {
  fcgi::Response response = redirect("/dashboard/sign-in");
  response.header("Set-Cookie", fcgi::DashboardGate::no_session_cookie());
  return response;
}

}  // namespace

core::Result<fcgi::Response> sign_out(app::Profile& profile, const fcgi::Request& request,
                                      const core::Session& session) {
  profile.sign_out(actor(session, request), session.token);
  return signed_out();
}

core::Result<fcgi::Response> sign_out_everywhere(app::Profile& profile,
                                                 const fcgi::Request& request,
                                                 const core::Session& session) {
  if (const auto problem = profile.sign_out_everywhere(actor(session, request))) return *problem;
  return signed_out();
}

}  // namespace handlers::dashboard
