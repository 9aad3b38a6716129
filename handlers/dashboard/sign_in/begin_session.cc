#include "handlers/dashboard/sign_in/begin_session.h"

#include <algorithm>
#include <chrono>

#include "core/operation/configuration.h"
#include "db/accounts/session_store.h"
#include "db/accounts/user_store.h"
#include "fcgi/dashboard_gate.h"
#include "handlers/dashboard/audit.h"
#include "handlers/dashboard/page_response.h"
#include "handlers/dashboard/sign_in/known_browser.h"

namespace handlers::dashboard {

bool is_dashboard_path(std::string_view path) {
  return path.starts_with("/dashboard/") && std::all_of(path.begin(), path.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '/' || c == '-' ||
                  c == '_';
         });
}

core::SecretToken replace_session(Services& services, const fcgi::Request& request,
                                  const core::UserId& user, std::int64_t session_epoch) {
  if (const auto former = fcgi::DashboardGate::session_token(request))
    services.sessions.end(*former);
  return services.sessions.start(user, session_epoch);
}

void add_session_cookie(const Services& services, const core::SecretToken& token,
                        fcgi::Response& response) {
  const std::chrono::seconds lifetime =
      std::chrono::hours(24) * services.configuration.session_days;
  response.header("Set-Cookie", fcgi::DashboardGate::session_cookie(token, lifetime.count()));
}

fcgi::Response begin_session(Services& services, const fcgi::Request& request,
                             const db::SignInRecord& user, const std::string& email,
                             std::string_view next) {
  services.users.note_sign_in(user.user);
  record(services, user.account, audit_actor(user.user, email, request),
         core::AuditAction::signed_in);
  fcgi::Response response =
      redirect(is_dashboard_path(next) ? std::string(next) : std::string("/dashboard/artifacts"));
  add_session_cookie(services, replace_session(services, request, user.user, user.session_epoch),
                     response);
  response.header("Set-Cookie", known_browser_cookie(services, email));
  return response;
}

void note_failed_sign_in(Services& services, const fcgi::Request& request,
                         const db::SignInRecord& user, const std::string& email) {
  record(services, user.account, audit_actor(user.user, email, request),
         core::AuditAction::sign_in_failed);
}

void note_changed_password(Services& services, const fcgi::Request& request,
                           const db::SignInRecord& user, const std::string& email) {
  record(services, user.account, audit_actor(user.user, email, request),
         core::AuditAction::password_changed);
}

}  // namespace handlers::dashboard
