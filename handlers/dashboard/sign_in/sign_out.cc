// POST /dashboard/sign-out, and for every session of the user
// POST /dashboard/settings/profile/sign-out
#include "db/accounts/session_store.h"
#include "db/accounts/user_store.h"
#include "db/connection/postgres.h"
#include "fcgi/dashboard_gate.h"
#include "handlers/dashboard/audit.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/page_response.h"

namespace handlers::dashboard {
namespace {

fcgi::Response signed_out(Services& services, const fcgi::Request& request,
                          const core::Session& session, core::AuditAction action) {
  record(services, request, session, action);
  fcgi::Response response = redirect("/dashboard/sign-in");
  response.header("Set-Cookie", fcgi::DashboardGate::no_session_cookie());
  return response;
}

}  // namespace

core::Result<fcgi::Response> sign_out(Services& services, const fcgi::Request& request,
                                      const core::Session& session) {
  services.sessions.end(session.token);
  return signed_out(services, request, session, core::AuditAction::signed_out);
}

core::Result<fcgi::Response> sign_out_everywhere(Services& services, const fcgi::Request& request,
                                                 const core::Session& session) {
  db::Transaction transaction(services.postgres);
  services.users.end_sessions(session.user);
  fcgi::Response response =
      signed_out(services, request, session, core::AuditAction::signed_out_everywhere);
  transaction.commit();
  return response;
}

}  // namespace handlers::dashboard
