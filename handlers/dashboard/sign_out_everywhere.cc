// POST /dashboard/settings/profile/sign-out
#include "fcgi/dashboard_gate.h"
#include "handlers/dashboard/audit.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/page_response.h"

namespace handlers::dashboard {

core::Result<fcgi::Response> sign_out_everywhere(Services& services, const fcgi::Request& request,
                                                 const core::Session& session) {
  services.users.end_sessions(session.user);
  record(services, request, session, core::AuditAction::signed_out_everywhere);
  fcgi::Response response = go_to("/dashboard/sign-in");
  response.header("Set-Cookie", fcgi::DashboardGate::no_session_cookie());
  return response;
}

}  // namespace handlers::dashboard
