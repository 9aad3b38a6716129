#include "pages/dashboard/profile_page.h"

#include <string>

namespace pages::dashboard {
namespace {

Html second_factor(const Profile& profile) {
  if (!profile.has_second_factor) {
    return {
        "<p>With a second factor, nobody gets in with your password alone: an app on your phone "
        "gives a code for each sign-in.</p>\n"
        "<div class=\"actions\"><a class=\"button quiet\" "
        "href=\"/dashboard/settings/second-factor\">Set up a second factor</a></div>\n"};
  }
  return html(
      "<p><span class=\"badge good\">On</span> Signing in asks for a code from your app. {} of 10 "
      "recovery codes are left.</p>\n"
      "<div class=\"actions\"><a class=\"button quiet\" "
      "href=\"/dashboard/settings/second-factor/turn-off\">Turn it off</a></div>\n",
      std::to_string(profile.recovery_codes));
}

}  // namespace

Html profile_page(const Viewer& viewer, const Profile& profile) {
  const Html token = form_token_field(viewer.form_token);
  return settings(
      viewer, SettingsPage::profile,
      html("{}"
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
           "<label for=\"present\">Present password</label>\n"
           "<input id=\"present\" name=\"present\" type=\"password\" maxlength=\"512\" required "
           "autocomplete=\"current-password\">\n"
           "<label for=\"password\">New password</label>\n"
           "<input id=\"password\" name=\"password\" type=\"password\" minlength=\"12\" "
           "maxlength=\"128\" required autocomplete=\"new-password\" "
           "aria-describedby=\"rule{}\">\n"
           "<p class=\"hint\" id=\"rule\">At least 12 characters. Everybody else who is signed in "
           "as you is signed out.</p>\n"
           "<button>Change password</button>\n"
           "</form>\n"
           "<h2>Second factor</h2>\n"
           "{}"
           "<h2>Sessions</h2>\n"
           "<p>Ends every session of yours in every browser, this one too.</p>\n"
           "<form method=\"post\" action=\"/dashboard/settings/profile/sign-out\" "
           "class=\"actions\">\n"
           "{}"
           "<button class=\"quiet\">Sign out everywhere</button>\n"
           "</form>\n",
           notice(profile.done), viewer.email, viewer.account_name,
           viewer.is_owner ? "Owner" : "Member", token, problem(profile.problem), viewer.email,
           profile.problem.empty() ? "" : " problem", second_factor(profile), token));
}

}  // namespace pages::dashboard
