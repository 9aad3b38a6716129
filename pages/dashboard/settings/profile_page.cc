#include "pages/dashboard/settings/profile_page.h"

#include <string>

#include "pages/forms.h"

namespace pages::dashboard {
namespace {

using html::Html;

html::Html second_factor(const Profile& profile) {
  if (!profile.has_second_factor) {
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
      std::to_string(profile.recovery_codes));
}

}  // namespace

html::Html profile_page(const Viewer& viewer, const Profile& profile) {
  const html::Html token = form_token_field(viewer.form_token);
  return settings_frame(
      viewer, SettingsPage::profile,
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
          "<p class=\"hint\" id=\"rule\">At least 12 characters. Changing your password signs you "
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
          done_note(profile.done), viewer.email, viewer.account_name,
          viewer.is_owner ? "Owner" : "Member", token, problem_note(profile.problem), viewer.email,
          profile.problem.empty() ? "" : " problem", second_factor(profile), token));
}

}  // namespace pages::dashboard
