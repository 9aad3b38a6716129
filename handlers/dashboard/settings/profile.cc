// GET and POST /dashboard/settings/profile, where POST changes the password
#include "app/profile.h"

#include <string>

#include "app/second_factors.h"
#include "core/fields.h"
#include "handlers/dashboard/page.h"
#include "handlers/dashboard/sign_in/browser.h"
#include "handlers/endpoint.h"
#include "html/html.h"
#include "pages/forms.h"
#include "pages/frame.h"

namespace handlers::dashboard {
namespace {

using html::Html;

// `recovery_codes`: how many are left; absent without a second factor.
Html second_factor(std::optional<int> recovery_codes) {
  if (!recovery_codes) {
    return {
        "<p>Require a code from an authenticator app, in addition to your password, each time you "
        "sign in.</p>\n"
        "<div class=\"actions\"><a class=\"button quiet\" "
        "href=\"/dashboard/settings/second-factor\">Set up two-factor authentication</a></div>\n"};
  }
  return html::format(
      "<p><span class=\"badge good\">On</span> Signing in requires a code from your authenticator "
      "app. {} of 10 recovery codes left.</p>\n"
      "<div class=\"actions\"><a class=\"button quiet\" "
      "href=\"/dashboard/settings/second-factor/turn-off\">Turn off…</a></div>\n",
      std::to_string(*recovery_codes));
}

std::string_view notice_of(std::string_view done) {
  if (done == "password") return "Password changed. Your other sessions were signed out.";
  if (done == "second-factor-off") return "Two-factor authentication is off.";
  return {};
}

core::Result<fcgi::Response> profile_response(const Context& context, int status,
                                              std::string_view done, std::string_view problem) {
  const auto codes = context.app.second_factors.recovery_codes(context.principal);
  if (!codes) return codes.error();
  const pages::SignedInUser user = signed_in_user(context);
  const Html token = pages::form_token_field(user.form_token);
  return page(
      status,
      pages::settings_frame(
          user, pages::SettingsPage::profile,
          html::format(
              "{}"
              "<h1>Profile and security</h1>\n"
              "<dl class=\"facts\">\n"
              "<div><dt>Email</dt><dd>{}</dd></div>\n"
              "<div><dt>Account</dt><dd>{}</dd></div>\n"
              "<div><dt>Role</dt><dd>{}</dd></div>\n"
              "</dl>\n"
              "<h2>Password</h2>\n"
              "<form method=\"post\" action=\"/dashboard/settings/profile\" class=\"fields\">\n"
              "{}{}"
              "<input type=\"email\" autocomplete=\"username\" value=\"{}\" hidden>\n"
              "<label for=\"current-password\">Current password</label>\n"
              "<input id=\"current-password\" name=\"currentPassword\" type=\"password\" "
              "maxlength=\"512\" required "
              "autocomplete=\"current-password\">\n"
              "<label for=\"password\">New password</label>\n"
              "<input id=\"password\" name=\"password\" type=\"password\" minlength=\"12\" "
              "maxlength=\"128\" required autocomplete=\"new-password\" "
              "aria-describedby=\"rule{}\">\n"
              "<p class=\"hint\" id=\"rule\">At least 12 characters. Changing your password signs "
              "you "
              "out of your other sessions.</p>\n"
              "<button>Change password</button>\n"
              "</form>\n"
              "<h2>Two-factor authentication</h2>\n"
              "{}"
              "<h2>Sessions</h2>\n"
              "<p>Signs you out everywhere, including here.</p>\n"
              "<form method=\"post\" action=\"/dashboard/settings/profile/sign-out\" "
              "class=\"actions\">\n"
              "{}"
              "<button class=\"quiet\">Sign out everywhere</button>\n"
              "</form>\n",
              pages::done_note(done), user.email, user.account_name,
              user.is_owner ? "Owner" : "Member", token, pages::problem_note(problem), user.email,
              problem.empty() ? "" : " problem", second_factor(*codes), token)));
}

core::Result<app::SignedIn> changed_password(const Context& context) {
  core::FieldReader reader(context.request.form());
  const auto change = app::read_password_change(
      reader, context.request.form_field("currentPassword"), context.principal.name);
  if (!change) return change.error();
  return context.app.profile.change_password(context.principal, *change);
}

core::Result<fcgi::Response> show_profile(const Context& context) {
  const std::string done = context.request.query("done").value_or("");
  return profile_response(context, 200, notice_of(done), {});
}

core::Result<fcgi::Response> change_password(const Context& context) {
  const auto renewed = changed_password(context);
  if (!renewed) {
    return form_refusal(renewed.error(), [&](int status, std::string_view problem) {
      return profile_response(context, status, {}, problem);
    });
  }
  fcgi::Response response = redirect("/dashboard/settings/profile?done=password");
  add_cookies(*renewed, response);
  return response;
}

}  // namespace

std::vector<Endpoint> profile_endpoints() {
  return {
      {{.method = Method::get, .pattern = "/dashboard/settings/profile", .access = Access::user},
       show_profile},
      {{.method = Method::post,
        .pattern = "/dashboard/settings/profile",
        .access = Access::user,
        .also_if_account_disabled = true},
       change_password}};
}

}  // namespace handlers::dashboard
