#include "pages/dashboard/sign_in/consent_page.h"

#include <algorithm>
#include <string>

#include "core/principal.h"
#include "pages/forms.h"

namespace pages::dashboard {
namespace {

using html::Html;

// The app's own name; its direction does not affect the text around it.
Html app_name(std::string_view name) { return html::format("<bdi>{}</bdi>", name); }

Html access_list(const core::Scopes& scopes) {
  Html list("<ul>\n");
  for (const std::string_view name : scopes.names()) {
    list += html::format("<li>{} <code>{}</code></li>\n",
                         meaning_of(core::parse_scope(name).value()), name);
  }
  list += "</ul>\n";
  return list;
}

Html account_of(const Viewer& viewer) {
  return html::format("<p>Account: <strong>{}</strong><br>Signed in as <strong>{}</strong></p>\n",
                      viewer.account_name, viewer.email);
}

// "https://app.example.org/oauth/client" as "app.example.org".
std::string_view host_in(std::string_view url) {
  url.remove_prefix(std::min(url.size(), url.find("//") + 2));
  return url.substr(0, url.find('/'));
}

Html identity_of(const ConsentPage& page) {
  switch (page.origin) {
    case ConsentPage::Origin::built_in:
      return {"<p class=\"hint\">The command-line program of this service.</p>\n"};
    case ConsentPage::Origin::site:
      return html::format("<p class=\"hint\">An app of <strong>{}</strong>.</p>\n",
                          host_in(page.client_id));
    case ConsentPage::Origin::unverified:
      break;
  }
  return {
      "<p class=\"problem\">The app chose this name itself. It has not been verified. "
      "Continue only if you have just started this in an app that you trust.</p>\n"};
}

Html destination_of(const ConsentPage& page) {
  return page.is_local
             ? html::format(
                   "<p class=\"hint\">You will be redirected to a program on this computer "
                   "(<code>{}</code>).</p>\n",
                   page.destination)
             : html::format(
                   "<p class=\"hint\">You will be redirected to <strong>{}</strong>.</p>\n",
                   page.destination);
}

// Closed at first: most users limit nothing.
Html limits_to_choose() {
  return html::format(
      "<details>\n<summary>Limit what it may publish</summary>\n"
      "<div class=\"fields\">\n{}</div>\n</details>\n",
      limit_fields({}, "app"));
}

constexpr html::Literal kDecision(
    "<p class=\"hint\">You can end the access at any time under Settings, Connected apps.</p>\n"
    "<div class=\"actions\"><button name=\"decision\" value=\"allow\">Allow</button>\n"
    "<button name=\"decision\" value=\"deny\" class=\"quiet\">Deny</button></div>\n");

}  // namespace

Html consent_page(const ConsentPage& page) {
  Html fields = form_token_field(page.viewer.form_token);
  for (const HiddenField& field : page.parameters) {
    fields +=
        html::format("<input type=\"hidden\" name=\"{}\" value=\"{}\">\n", field.name, field.value);
  }
  return narrow_frame(
      "Connect an app",
      html::format("<h1>Connect {}?</h1>\n"
                   "{}"
                   "<p>It will be able to do this in your account:</p>\n"
                   "{}{}{}"
                   "<form method=\"post\" action=\"/oauth/authorize\">\n"
                   "{}{}{}"
                   "</form>\n",
                   app_name(page.client_name), identity_of(page), access_list(page.scopes),
                   account_of(page.viewer), destination_of(page), fields, limits_to_choose(),
                   Html(kDecision)));
}

Html return_to_app_page(std::string_view destination, std::string_view location) {
  return narrow_frame(
      "Returning to the app",
      html::format("<h1>Returning to the app</h1>\n"
                   "<p>If nothing happens, <a href=\"{}\">continue to <bdi>{}</bdi></a>.</p>\n",
                   location, destination),
      html::format("<meta http-equiv=\"refresh\" content=\"0;url={}\">\n", location));
}

Html rejected_request_page(std::string_view destination, std::string_view location) {
  return narrow_frame(
      "The app’s request was not accepted",
      html::format("<h1>The app’s request was not accepted</h1>\n"
                   "<p>It was not given access to your account. You can go back to the app, which "
                   "is told what is wrong, if you trust <strong><bdi>{}</bdi></strong>.</p>\n"
                   "<p><a class=\"button\" href=\"{}\">Return to the app</a></p>\n",
                   destination, location));
}

Html device_page(const DevicePage& page) {
  return narrow_frame(
      "Connect a device",
      html::format(
          "<h1>Connect a device</h1>\n"
          "<form method=\"post\" action=\"/dashboard/device\" class=\"fields\">\n"
          "{}{}"
          "<label for=\"code\">Code</label>\n"
          "<input id=\"code\" name=\"user_code\" required autofocus autocomplete=\"off\" "
          "autocapitalize=\"characters\" spellcheck=\"false\" maxlength=\"16\" value=\"{}\" "
          "aria-describedby=\"code-hint{}\">\n"
          "<p class=\"hint\" id=\"code-hint\">Type the code that your terminal shows, for example "
          "BDFG-HJKL. Never type a code that somebody sent you.</p>\n"
          "<button>Continue</button>\n"
          "</form>\n",
          form_token_field(page.viewer.form_token), problem_note(page.problem), page.code,
          page.problem.empty() ? "" : " problem"));
}

Html device_consent_page(const DeviceConsentPage& page) {
  return narrow_frame(
      "Connect a device",
      html::format("<h1>Connect {}?</h1>\n"
                   "<p>Allow this only if your own device shows the code "
                   "<strong>{}</strong>. It will be able to do this in your account:</p>\n"
                   "{}{}"
                   "<form method=\"post\" action=\"/dashboard/device\">\n"
                   "{}<input type=\"hidden\" name=\"user_code\" value=\"{}\">\n"
                   "{}{}"
                   "</form>\n",
                   app_name(page.client_name), page.code, access_list(page.scopes),
                   account_of(page.viewer), form_token_field(page.viewer.form_token), page.code,
                   limits_to_choose(), Html(kDecision)));
}

Html device_done_page(const Viewer& /*viewer*/, bool is_allowed) {
  return narrow_frame(
      is_allowed ? "Device connected" : "Access denied",
      html::format("<h1>{}</h1>\n<p>{}</p>\n"
                   "<p><a href=\"/dashboard/settings/apps\">Connected apps</a></p>\n",
                   is_allowed ? "Device connected" : "Access denied",
                   is_allowed ? "You can close this page and go back to your terminal."
                              : "The device gets no access. You can close this page."));
}

}  // namespace pages::dashboard
