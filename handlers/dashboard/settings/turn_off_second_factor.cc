// GET and POST /dashboard/settings/second-factor/turn-off
#include "db/accounts/second_factor_store.h"
#include "db/connection/postgres.h"
#include "handlers/dashboard/audit.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/page_response.h"
#include "handlers/dashboard/settings/confirm_password.h"
#include "pages/dashboard/second_factor_page.h"

namespace handlers::dashboard {
namespace {

fcgi::Response turn_off_form(int status, const core::Session& session, std::string_view problem) {
  const std::string form_token = core::form_token(session.token);
  return page(status,
              pages::dashboard::turn_off_second_factor_page(viewer(session, form_token), problem));
}

}  // namespace

core::Result<fcgi::Response> show_turn_off_second_factor(Services& services,
                                                         const fcgi::Request& /*request*/,
                                                         const core::Session& session) {
  if (!services.second_factors.find(session.user)) return redirect("/dashboard/settings/profile");
  return turn_off_form(200, session, {});
}

core::Result<fcgi::Response> turn_off_second_factor(Services& services,
                                                    const fcgi::Request& request,
                                                    const core::Session& session) {
  if (!services.second_factors.find(session.user)) return redirect("/dashboard/settings/profile");
  const auto check = confirm_password(services, request, session, request.form_field("present"));
  if (!check) return check.error();
  if (check->refusal != 0)
    return with_refusal(*check, turn_off_form(check->refusal, session, check->problem));
  db::Transaction transaction(services.postgres);
  services.second_factors.turn_off(session.user);
  record(services, request, session, core::AuditAction::second_factor_disabled);
  transaction.commit();
  return redirect("/dashboard/settings/profile?done=second-factor-off");
}

}  // namespace handlers::dashboard
