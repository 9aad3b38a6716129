// GET and POST /dashboard/settings/second-factor
//
// The form contains the offered secret, encrypted. The response to a valid code is the only page
// that shows the recovery codes.
#include "app/second_factors.h"
#include "core/security/passwords.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/page.h"
#include "handlers/dashboard/sign_in/browser.h"
#include "pages/dashboard/settings/second_factor_page.h"

namespace handlers::dashboard {
namespace {

fcgi::Response set_up_form(int status, const core::Session& session,
                           const app::OfferedSecondFactor& offer, std::string_view problem) {
  return page(status,
              pages::dashboard::set_up_second_factor_page(
                  viewer(session), {.secret_text = core::to_base32(offer.secret),
                                    .otpauth_uri = core::otpauth_uri(offer.secret, session.email),
                                    .sealed_secret = offer.sealed_secret,
                                    .problem = problem}));
}

// The profile, if a second factor is on already.
core::Result<fcgi::Response> unless_on(const core::Error& error) {
  if (error.code == core::ErrorCode::gone) return redirect("/dashboard/settings/profile");
  return error;
}

}  // namespace

core::Result<fcgi::Response> show_set_up_second_factor(app::SecondFactors& second_factors,
                                                       const fcgi::Request& request,
                                                       const core::Session& session) {
  const auto offer = second_factors.offer(actor(session, request));
  if (!offer) return unless_on(offer.error());
  return set_up_form(200, session, *offer, {});
}

core::Result<fcgi::Response> set_up_second_factor(app::SecondFactors& second_factors,
                                                  const fcgi::Request& request,
                                                  const core::Session& session) {
  const app::Actor user = actor(session, request);
  const auto offer = second_factors.find_offer(user, request.form_field("secret"));
  if (!offer) return redirect("/dashboard/settings/second-factor");
  const auto turned_on =
      second_factors.turn_on(user, session.token, *offer,
                             {.current_password = request.form_field("currentPassword"),
                              .code = request.form_field("code")});
  if (!turned_on && is_shown_in_form(turned_on.error())) {
    return form_refusal(turned_on.error(), [&](int status, std::string_view problem) {
      return set_up_form(status, session, *offer, problem);
    });
  }
  if (!turned_on) return unless_on(turned_on.error());
  pages::Viewer shown = viewer(session);
  shown.form_token = core::form_token(turned_on->signed_in.session.token);
  fcgi::Response response =
      page(200, pages::dashboard::recovery_codes_page(shown, turned_on->recovery_codes));
  add_cookies(turned_on->signed_in, response);
  return response;
}

}  // namespace handlers::dashboard
