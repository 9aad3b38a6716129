#include "pages/dashboard/second_factor_page.h"

#include "pages/dashboard/qr_code.h"

namespace pages::dashboard {
namespace {

// In groups of four, as it is typed.
std::string grouped(std::string_view text) {
  std::string groups;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i > 0 && i % 4 == 0) groups += ' ';
    groups += text[i];
  }
  return groups;
}

}  // namespace

Html set_up_second_factor_page(const Viewer& viewer, const SecondFactorSetUp& set_up) {
  // The address is of our own making, so its scheme needs no check.
  return settings(
      viewer, SettingsPage::profile,
      html("<h1>Set up a second factor</h1>\n"
           "<p>Scan this with an authenticator app, or <a href=\"{}\">open it in the app on this "
           "device</a>.</p>\n"
           "{}"
           "<p>An app that cannot scan takes this secret:</p>\n"
           "<div class=\"to-copy\"><code id=\"secret\">{}</code></div>\n"
           "<form method=\"post\" action=\"/dashboard/settings/second-factor\" class=\"fields\">\n"
           "{}{}"
           "<input type=\"hidden\" name=\"secret\" value=\"{}\">\n"
           "<label for=\"code\">Code from the app</label>\n"
           "<input id=\"code\" name=\"code\" inputmode=\"numeric\" maxlength=\"10\" required "
           "autocomplete=\"one-time-code\" aria-describedby=\"code-hint{}\">\n"
           "<p class=\"hint\" id=\"code-hint\">Six digits. The second factor is on when the code "
           "is right, and your other sessions are ended.</p>\n"
           "<input type=\"email\" autocomplete=\"username\" value=\"{}\" hidden>\n"
           "<label for=\"present\">Password</label>\n"
           "<input id=\"present\" name=\"present\" type=\"password\" maxlength=\"512\" required "
           "autocomplete=\"current-password\">\n"
           "<div class=\"actions\"><button>Turn on</button>\n"
           "<a href=\"/dashboard/settings/profile\">Cancel</a></div>\n"
           "</form>\n",
           set_up.otpauth_uri, qr_code(set_up.otpauth_uri), grouped(set_up.secret_text),
           form_token_field(viewer.form_token), problem(set_up.problem), set_up.sealed_secret,
           set_up.problem.empty() ? "" : " problem", viewer.email));
}

Html recovery_codes_page(const Viewer& viewer, const std::vector<std::string>& codes) {
  Html list;
  for (const std::string& code : codes) list += html("{}\n", code);
  return settings(
      viewer, SettingsPage::profile,
      html("{}"
           "<h1>Recovery codes</h1>\n"
           "<p>Without your phone, each of these lets you in once in place of a code from the "
           "app. <strong>Keep them now</strong>, somewhere else than on the phone: they are shown "
           "this once.</p>\n"
           "<div class=\"to-copy\"><pre><code id=\"codes\">{}</code></pre></div>\n"
           "<div class=\"actions\"><a class=\"button quiet\" "
           "href=\"/dashboard/settings/profile\">I have kept them</a></div>\n",
           notice("The second factor is on."), list));
}

Html turn_off_second_factor_page(const Viewer& viewer, std::string_view text) {
  return settings(
      viewer, SettingsPage::profile,
      html("<h1>Turn off the second factor?</h1>\n"
           "<p>From then on your password alone signs you in, and your recovery codes are "
           "void.</p>\n"
           "<form method=\"post\" action=\"/dashboard/settings/second-factor/turn-off\" "
           "class=\"fields\">\n"
           "{}{}"
           "<input type=\"email\" autocomplete=\"username\" value=\"{}\" hidden>\n"
           "<label for=\"present\">Password</label>\n"
           "<input id=\"present\" name=\"present\" type=\"password\" maxlength=\"512\" required "
           "autofocus autocomplete=\"current-password\"{}>\n"
           "<div class=\"actions\"><button class=\"danger\">Turn off</button>\n"
           "<a href=\"/dashboard/settings/profile\">Cancel</a></div>\n"
           "</form>\n",
           form_token_field(viewer.form_token), problem(text), viewer.email,
           text.empty() ? Html() : Html(" aria-describedby=\"problem\"")));
}

Html second_factor_page(const SecondFactorForm& form) {
  const Html token = form_token_field(form.form_token);
  const Html described = form.problem.empty() ? Html() : Html(" aria-describedby=\"problem\"");
  return narrow_frame(
      "Second factor",
      html("<h1>Second factor</h1>\n"
           "<form method=\"post\" action=\"/dashboard/sign-in/code\" class=\"fields\">\n"
           "{}{}"
           "<input type=\"hidden\" name=\"next\" value=\"{}\">\n"
           "<label for=\"code\">Code from your authenticator app</label>\n"
           "<input id=\"code\" name=\"code\" inputmode=\"numeric\" maxlength=\"10\" required "
           "autofocus autocomplete=\"one-time-code\"{}>\n"
           "<button>Sign in</button>\n"
           "</form>\n"
           "<details>\n"
           "<summary>Use a recovery code</summary>\n"
           "<form method=\"post\" action=\"/dashboard/sign-in/code\" class=\"fields\">\n"
           "{}"
           "<input type=\"hidden\" name=\"next\" value=\"{}\">\n"
           "<label for=\"recovery\">Recovery code</label>\n"
           "<input id=\"recovery\" name=\"recovery_code\" maxlength=\"40\" required "
           "autocomplete=\"off\" autocapitalize=\"none\" spellcheck=\"false\">\n"
           "<button>Sign in with it</button>\n"
           "</form>\n"
           "</details>\n"
           "<p class=\"hint\"><a href=\"/dashboard/sign-in\">Sign in as somebody else</a></p>\n",
           token, problem(form.problem), form.next, described, token, form.next));
}

}  // namespace pages::dashboard
