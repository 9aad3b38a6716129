// GET and POST /dashboard/settings/profile, where POST changes the password
#include "app/profile.h"

#include "app/second_factors.h"
#include "core/fields.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/page.h"
#include "handlers/dashboard/sign_in/browser.h"
#include "pages/dashboard/settings/profile_page.h"

namespace handlers::dashboard {
namespace {

std::string_view notice_of(std::string_view done) {
  if (done == "password") return "Password changed. Your other sessions were signed out.";
  if (done == "second-factor-off") return "Two-factor authentication is off.";
  return {};
}

core::Result<fcgi::Response> profile_response(int status, app::SecondFactors& second_factors,
                                              const fcgi::Request& request,
                                              const core::Session& session, std::string_view done,
                                              std::string_view problem) {
  const auto codes = second_factors.recovery_codes(actor(session, request));
  if (!codes) return codes.error();
  return page(status, pages::dashboard::profile_page(viewer(session),
                                                     {.has_second_factor = codes->has_value(),
                                                      .recovery_codes = codes->value_or(0),
                                                      .done = done,
                                                      .problem = problem}));
}

core::Result<app::SignedIn> changed_password(app::Profile& profile, const fcgi::Request& request,
                                             const core::Session& session) {
  core::FormFieldReader reader(request.form());
  const auto change =
      app::read_password_change(reader, request.form_field("currentPassword"), session.email);
  if (!change) return change.error();
  return profile.change_password(actor(session, request), session.token, *change);
}

}  // namespace

core::Result<fcgi::Response> show_profile(app::SecondFactors& second_factors,
                                          const fcgi::Request& request,
                                          const core::Session& session) {
  const std::string done = request.query("done").value_or("");
  return profile_response(200, second_factors, request, session, notice_of(done), {});
}

core::Result<fcgi::Response> change_password(app::Profile& profile,
                                             app::SecondFactors& second_factors,
                                             const fcgi::Request& request,
                                             const core::Session& session) {
  const auto renewed = changed_password(profile, request, session);
  if (!renewed) {
    return form_refusal(renewed.error(), [&](int status, std::string_view problem) {
      return profile_response(status, second_factors, request, session, {}, problem);
    });
  }
  fcgi::Response response = redirect("/dashboard/settings/profile?done=password");
  add_cookies(*renewed, response);
  return response;
}

}  // namespace handlers::dashboard
