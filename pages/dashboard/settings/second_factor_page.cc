#include "pages/dashboard/settings/second_factor_page.h"

#include "pages/dashboard/settings/qr_code.h"
#include "pages/forms.h"

namespace pages::dashboard {
namespace {

// In groups of four, for typing.
std::string grouped(std::string_view text) {
  std::string groups;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i > 0 && i % 4 == 0) groups += ' ';
    groups += text[i];
  }
  return groups;
}

}  // namespace

html::Html set_up_second_factor_page(const Viewer& viewer, const SecondFactorSetUp& set_up) {
  // We have built the URL, so its scheme needs no check.
  return settings_frame(
      viewer, SettingsPage::profile,
      html::format(
          "<h1>Set up two-factor authentication</h1>\n"
          "<p>Scan this QR code with an authenticator app, or <a href=\"{}\">open it in an app on "
          "this device</a>.</p>\n"
          "{}"
          "<p>If the app cannot scan the code, enter this setup key:</p>\n"
          "<div class=\"to-copy\"><code id=\"secret\">{}</code></div>\n"
          "<form method=\"post\" action=\"/dashboard/settings/second-factor\" class=\"fields\">\n"
          "{}{}"
          "<input type=\"hidden\" name=\"secret\" value=\"{}\">\n"
          "<label for=\"code\">Code from the authenticator app</label>\n"
          "<input id=\"code\" name=\"code\" inputmode=\"numeric\" maxlength=\"10\" required "
          "autocomplete=\"one-time-code\" aria-describedby=\"code-hint{}\">\n"
          "<p class=\"hint\" id=\"code-hint\">Six digits. Turning on two-factor authentication "
          "signs you out of your other sessions.</p>\n"
          "<input type=\"email\" autocomplete=\"username\" value=\"{}\" hidden>\n"
          "<label for=\"current-password\">Password</label>\n"
          "<input id=\"current-password\" name=\"currentPassword\" type=\"password\" "
          "maxlength=\"512\" required "
          "autocomplete=\"current-password\">\n"
          "<div class=\"actions\"><button>Turn on</button>\n"
          "<a class=\"button quiet\" href=\"/dashboard/settings/profile\">Cancel</a></div>\n"
          "</form>\n",
          set_up.otpauth_uri, qr_code(set_up.otpauth_uri), grouped(set_up.secret_text),
          form_token_field(viewer.form_token), problem_note(set_up.problem), set_up.sealed_secret,
          set_up.problem.empty() ? "" : " problem", viewer.email));
}

html::Html recovery_codes_page(const Viewer& viewer, const std::vector<std::string>& codes) {
  html::Html list;
  for (const std::string& code : codes) list += html::format("{}\n", code);
  return settings_frame(
      viewer, SettingsPage::profile,
      html::format(
          "{}"
          "<h1>Recovery codes</h1>\n"
          "<p>If you lose your phone, sign in with one of these codes. Each code works once. "
          "<strong>Save them now</strong>, but not on your phone. They are not shown again.</p>\n"
          "<div class=\"to-copy\"><pre><code id=\"codes\">{}</code></pre></div>\n"
          "<div class=\"actions\"><a class=\"button quiet\" "
          "href=\"/dashboard/settings/profile\">I have saved my recovery codes</a></div>\n",
          done_note("Two-factor authentication is on."), list));
}

html::Html turn_off_second_factor_page(const Viewer& viewer, std::string_view text) {
  return settings_frame(
      viewer, SettingsPage::profile,
      html::format(
          "<h1>Turn off two-factor authentication?</h1>\n"
          "<p>You will sign in with your password only. Your recovery codes stop working.</p>\n"
          "<form method=\"post\" action=\"/dashboard/settings/second-factor/turn-off\" "
          "class=\"fields\">\n"
          "{}{}"
          "<input type=\"email\" autocomplete=\"username\" value=\"{}\" hidden>\n"
          "<label for=\"current-password\">Password</label>\n"
          "<input id=\"current-password\" name=\"currentPassword\" type=\"password\" "
          "maxlength=\"512\" required "
          "autofocus autocomplete=\"current-password\"{}>\n"
          "<div class=\"actions\"><button class=\"danger\">Turn off</button>\n"
          "<a class=\"button quiet\" href=\"/dashboard/settings/profile\">Cancel</a></div>\n"
          "</form>\n",
          form_token_field(viewer.form_token), problem_note(text), viewer.email,
          text.empty() ? html::Html() : html::Html(" aria-describedby=\"problem\"")));
}

html::Html second_factor_page(const SecondFactorForm& form) {
  const html::Html token = form_token_field(form.form_token);
  const html::Html described =
      form.problem.empty() ? html::Html() : html::Html(" aria-describedby=\"problem\"");
  return narrow_frame(
      "Two-factor authentication",
      html::format(
          "<h1>Two-factor authentication</h1>\n"
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
          "<input id=\"recovery\" name=\"recoveryCode\" maxlength=\"40\" required "
          "autocomplete=\"off\" autocapitalize=\"none\" spellcheck=\"false\">\n"
          "<button>Sign in with recovery code</button>\n"
          "</form>\n"
          "</details>\n"
          "<p class=\"hint\"><a href=\"/dashboard/sign-in\">Sign in as a different user</a></p>\n",
          token, problem_note(form.problem), form.next, described, token, form.next));
}

}  // namespace pages::dashboard
