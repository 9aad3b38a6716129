// GET and POST /dashboard/settings/second-factor and …/second-factor/turn-off
//
// The form contains the offered secret, encrypted. The response to a valid code is the only page
// that shows the recovery codes.
#include "app/second_factors.h"
#include "core/security/passwords.h"
#include "handlers/dashboard/page.h"
#include "handlers/dashboard/settings/second_factor.html.h"
#include "handlers/dashboard/sign_in/browser.h"
#include "handlers/endpoint.h"
#include "html/html.h"
#include "pages/forms.h"
#include "pages/frame.h"

namespace handlers::dashboard {
namespace {

using html::Html;

// In groups of four, for typing.
std::string in_groups(std::string_view text) {
  std::string groups;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i > 0 && i % 4 == 0) groups += ' ';
    groups += text[i];
  }
  return groups;
}

// The only page that shows the recovery codes.
Html recovery_codes_page(const pages::SignedInUser& viewer, const std::vector<std::string>& codes) {
  Html list;
  for (const std::string& code : codes) list += html::format("{}\n", code);
  return pages::settings_frame(
      viewer, pages::SettingsPage::profile,
      second_factor_html::recovery_codes(
          {.done = pages::done_note("Two-factor authentication is on."), .codes = list}));
}

fcgi::Response set_up_form(int status, const Context& context,
                           const app::OfferedSecondFactor& offer, std::string_view problem) {
  const pages::SignedInUser user = signed_in_user(context);
  // We have built the URL, so its scheme needs no check.
  const std::string uri = core::otpauth_uri(context.configuration.installation.name, offer.secret,
                                            context.principal.name);
  return settings_page(
      context, status, pages::SettingsPage::profile,
      second_factor_html::set_up({.uri = uri,
                                  .qr_code = qr_code(uri, "QR code for your app"),
                                  .secret = in_groups(core::to_base32(offer.secret)),
                                  .form_token = form_token_field(context),
                                  .problem = pages::problem_note(problem),
                                  .sealed_secret = offer.sealed_secret,
                                  .problem_id = problem.empty() ? "" : " problem",
                                  .email = user.email}));
}

// The profile, if a second factor is on already.
core::Result<fcgi::Response> profile_if_on(const core::Error& error) {
  if (error.code == core::ErrorCode::gone) return redirect("/dashboard/settings/profile");
  return error;
}

fcgi::Response turn_off_form(int status, const Context& context, std::string_view problem) {
  const pages::SignedInUser user = signed_in_user(context);
  return settings_page(
      context, status, pages::SettingsPage::profile,
      second_factor_html::turn_off(
          {.form_token = form_token_field(context),
           .problem = pages::problem_note(problem),
           .email = user.email,
           .aria_describedby = problem.empty() ? Html() : Html(" aria-describedby=\"problem\"")}));
}

core::Result<fcgi::Response> show_set_up_second_factor(const Context& context) {
  const auto offer = context.app.second_factors.offer(context.principal);
  if (!offer) return profile_if_on(offer.error());
  return set_up_form(200, context, *offer, {});
}

core::Result<fcgi::Response> set_up_second_factor(const Context& context) {
  const core::Principal& user = context.principal;
  const auto offer =
      context.app.second_factors.find_offer(user, context.request.form_field("secret"));
  if (!offer) return redirect("/dashboard/settings/second-factor");
  const auto turned_on = context.app.second_factors.turn_on(
      user, *offer,
      {.current_password = context.request.form_field("currentPassword"),
       .code = context.request.form_field("code")});
  if (!turned_on && is_shown_in_form(turned_on.error())) {
    return form_refusal(turned_on.error(), [&](int status, std::string_view problem) {
      return set_up_form(status, context, *offer, problem);
    });
  }
  if (!turned_on) return profile_if_on(turned_on.error());
  pages::SignedInUser shown = signed_in_user(context);
  shown.form_token = core::form_token(turned_on->signed_in.session.token);
  fcgi::Response response = page(200, recovery_codes_page(shown, turned_on->recovery_codes));
  add_cookies(turned_on->signed_in, response);
  return response;
}

core::Result<fcgi::Response> show_turn_off_second_factor(const Context& context) {
  const auto codes = context.app.second_factors.recovery_codes(context.principal);
  if (!codes) return codes.error();
  if (!*codes) return redirect("/dashboard/settings/profile");
  return turn_off_form(200, context, {});
}

core::Result<fcgi::Response> turn_off_second_factor(const Context& context) {
  const core::Principal& user = context.principal;
  const auto codes = context.app.second_factors.recovery_codes(user);
  if (!codes) return codes.error();
  if (!*codes) return redirect("/dashboard/settings/profile");
  const auto renewed =
      context.app.second_factors.turn_off(user, context.request.form_field("currentPassword"));
  if (!renewed) {
    return form_refusal(renewed.error(), [&](int status, std::string_view text) {
      return turn_off_form(status, context, text);
    });
  }
  fcgi::Response response = redirect("/dashboard/settings/profile?done=second-factor-off");
  if (*renewed) add_cookies(**renewed, response);
  return response;
}

}  // namespace

std::vector<Endpoint> second_factor_endpoints() {
  return {{{.method = Method::get,
            .pattern = "/dashboard/settings/second-factor",
            .access = Access::user},
           show_set_up_second_factor},
          {{.method = Method::post,
            .pattern = "/dashboard/settings/second-factor",
            .access = Access::user,
            .also_if_account_disabled = true},
           set_up_second_factor},
          {{.method = Method::get,
            .pattern = "/dashboard/settings/second-factor/turn-off",
            .access = Access::user},
           show_turn_off_second_factor},
          {{.method = Method::post,
            .pattern = "/dashboard/settings/second-factor/turn-off",
            .access = Access::user,
            .also_if_account_disabled = true},
           turn_off_second_factor}};
}

}  // namespace handlers::dashboard
