// GET and POST /dashboard/settings/second-factor/turn-off
#include "app/second_factors.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/page.h"
#include "handlers/dashboard/sign_in/browser.h"
#include "pages/dashboard/settings/second_factor_page.h"

namespace handlers::dashboard {
namespace {

fcgi::Response turn_off_form(int status, const core::Session& session, std::string_view problem) {
  return page(status, pages::dashboard::turn_off_second_factor_page(viewer(session), problem));
}

}  // namespace

core::Result<fcgi::Response> show_turn_off_second_factor(app::SecondFactors& second_factors,
                                                         const fcgi::Request& request,
                                                         const core::Session& session) {
  const auto codes = second_factors.recovery_codes(actor(session, request));
  if (!codes) return codes.error();
  if (!*codes) return redirect("/dashboard/settings/profile");
  return turn_off_form(200, session, {});
}

core::Result<fcgi::Response> turn_off_second_factor(app::SecondFactors& second_factors,
                                                    const fcgi::Request& request,
                                                    const core::Session& session) {
  const app::Actor user = actor(session, request);
  const auto codes = second_factors.recovery_codes(user);
  if (!codes) return codes.error();
  if (!*codes) return redirect("/dashboard/settings/profile");
  const auto renewed =
      second_factors.turn_off(user, session.token, request.form_field("currentPassword"));
  if (!renewed) {
    return form_refusal(renewed.error(), [&](int status, std::string_view text) {
      return turn_off_form(status, session, text);
    });
  }
  fcgi::Response response = redirect("/dashboard/settings/profile?done=second-factor-off");
  if (*renewed) add_cookies(**renewed, response);
  return response;
}

}  // namespace handlers::dashboard
