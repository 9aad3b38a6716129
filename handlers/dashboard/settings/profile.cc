// GET and POST /dashboard/settings/profile, where POST changes the password
#include "core/identity/password_rule.h"
#include "db/accounts/second_factor_store.h"
#include "db/accounts/user_store.h"
#include "db/connection/postgres.h"
#include "handlers/dashboard/audit.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/page_response.h"
#include "handlers/dashboard/settings/confirm_password.h"
#include "handlers/dashboard/sign_in/begin_session.h"
#include "pages/dashboard/profile_page.h"
#include "runtime/password_checker.h"

namespace handlers::dashboard {
namespace {

std::string_view notice_of(std::string_view done) {
  if (done == "password") return "Password changed. Your other sessions were signed out.";
  if (done == "second-factor-off") return "Two-factor authentication is off.";
  return {};
}

fcgi::Response profile_response(int status, Services& services, const core::Session& session,
                                std::string_view done, std::string_view problem) {
  const std::string form_token = core::form_token(session.token);
  const auto factor = services.second_factors.find(session.user);
  return page(status,
              pages::dashboard::profile_page(viewer(session, form_token),
                                             {.has_second_factor = factor.has_value(),
                                              .recovery_codes = factor ? factor->recovery_codes : 0,
                                              .done = done,
                                              .problem = problem}));
}

}  // namespace

core::Result<fcgi::Response> show_profile(Services& services, const fcgi::Request& request,
                                          const core::Session& session) {
  const std::string done = request.query("done").value_or("");
  return profile_response(200, services, session, notice_of(done), {});
}

core::Result<fcgi::Response> change_password(Services& services, const fcgi::Request& request,
                                             const core::Session& session) {
  const std::string_view password = request.form_field("password");
  if (const auto problem = core::problem_of_password(password))
    return profile_response(400, services, session, {}, *problem);
  const auto check = confirm_password(services, request, session, request.form_field("present"));
  if (!check) return check.error();
  if (check->refusal != 0) {
    return with_refusal(*check,
                        profile_response(check->refusal, services, session, {}, check->problem));
  }

  const auto hash = services.passwords.hash(password, session.account.to_string());
  if (!hash) return hash.error();
  db::Transaction transaction(services.postgres);
  const std::int64_t epoch = services.users.set_password(session.user, *hash);
  record(services, request, session, core::AuditAction::password_changed);
  fcgi::Response response = redirect("/dashboard/settings/profile?done=password");
  add_session_cookie(services, replace_session(services, request, session.user, epoch), response);
  transaction.commit();
  return response;
}

}  // namespace handlers::dashboard
