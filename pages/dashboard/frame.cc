#include "pages/dashboard/frame.h"

#include <array>
#include <string>
#include <utility>

#include "html/html.h"
#include "pages/document.h"

namespace pages::dashboard {
namespace {

using html::Html;

struct Link {
  std::string_view address;
  std::string_view text;
};

Html navigation_link(const Link& link, bool is_current) {
  return html::format("<a href=\"{}\"{}>{}</a>\n", link.address,
                      is_current ? Html(" aria-current=\"page\"") : Html(), link.text);
}

Html dashboard_document(std::string_view title, std::string_view body_class, const Html& body,
                        const Html& more_head = {}) {
  Html head = private_page_meta();
  head += more_head;
  head += stylesheet(html::kStylesheet);
  head += stylesheet(html::kDashboardStylesheet);
  head += html::format("<script src=\"{}\" defer></script>\n", html::kDashboardScript);
  Html content = skip_link();
  content += body;
  return document(
      {std::string(title) + " · Artifact Share", std::move(head), body_class, std::move(content)});
}

}  // namespace

Html frame(const Frame& frame) {
  const Link artifacts{"/dashboard/artifacts", "Artifacts"};
  const Link usage{"/dashboard/usage", "Usage"};
  const Link settings{"/dashboard/settings/keys", "Settings"};
  Html navigation = navigation_link(artifacts, frame.section == Section::artifacts);
  navigation += navigation_link(usage, frame.section == Section::usage);
  navigation += navigation_link(settings, frame.section == Section::settings);
  return dashboard_document(
      frame.title, "dashboard",
      html::format(
          "<header class=\"dashboard-header\">\n"
          "<div>\n"
          "<a class=\"brand\" href=\"/dashboard/artifacts\"><img src=\"{}\" alt=\"\" width=\"20\" "
          "height=\"20\">Artifact Share</a>\n"
          "<nav aria-label=\"Dashboard\">\n{}</nav>\n"
          "<form method=\"post\" action=\"/dashboard/sign-out\">\n"
          "{}<span class=\"who\" title=\"{}\">{}</span>\n"
          "<button class=\"quiet\">Sign out</button>\n"
          "</form>\n"
          "</div>\n"
          "</header>\n"
          "<main id=\"main\" tabindex=\"-1\">\n{}{}</main>\n",
          html::kFavicon, navigation, form_token_field(frame.viewer.form_token),
          frame.viewer.account_name, frame.viewer.email,
          frame.viewer.account_disabled.empty()
              ? Html()
              : disabled_note("this account: its API keys are rejected, its links do not work, and "
                              "nothing in it can be changed",
                              frame.viewer.account_disabled),
          frame.main));
}

Html narrow_frame(std::string_view title, const Html& main, const Html& head) {
  return dashboard_document(
      title, "dashboard narrow",
      html::format("<main id=\"main\" tabindex=\"-1\">\n"
                   "<p class=\"brand\"><img src=\"{}\" alt=\"\" width=\"24\" height=\"24\">"
                   "Artifact Share</p>\n"
                   "{}</main>\n",
                   html::kFavicon, main),
      head);
}

Html form_token_field(std::string_view form_token) {
  return html::format("<input type=\"hidden\" name=\"form_token\" value=\"{}\">\n", form_token);
}

Html problem(std::string_view text) {
  if (text.empty()) return {};
  return html::format("<p class=\"problem\" role=\"alert\" id=\"problem\">{}</p>\n", text);
}

Html notice(std::string_view text) {
  if (text.empty()) return {};
  return html::format("<p class=\"done\" role=\"status\">{}</p>\n", text);
}

Html disabled_note(std::string_view what, std::string_view reason) {
  return html::format(
      "<p class=\"problem\">The operator of this service has disabled {}. "
      "Reason: <span dir=\"auto\">{}</span></p>\n",
      what, reason);
}

Html settings(const Viewer& viewer, SettingsPage page, const Html& content) {
  constexpr std::array<std::pair<SettingsPage, Link>, 6> kPages{{
      {SettingsPage::keys, {"/dashboard/settings/keys", "API Keys"}},
      {SettingsPage::apps, {"/dashboard/settings/apps", "Connected apps"}},
      {SettingsPage::profile, {"/dashboard/settings/profile", "Profile and security"}},
      {SettingsPage::members, {"/dashboard/settings/members", "Members"}},
      {SettingsPage::publishing, {"/dashboard/settings/publishing", "Publishing"}},
      {SettingsPage::audit_log, {"/dashboard/settings/audit", "Audit log"}},
  }};
  Html navigation;
  std::string_view title;
  for (const auto& [candidate, link] : kPages) {
    const bool is_for_owners = candidate == SettingsPage::members ||
                               candidate == SettingsPage::publishing ||
                               candidate == SettingsPage::audit_log;
    if (is_for_owners && !viewer.is_owner) continue;
    if (candidate == page) title = link.text;
    navigation += navigation_link(link, candidate == page);
  }
  return frame({title, Section::settings, viewer,
                html::format("<div class=\"settings\">\n"
                             "<nav aria-label=\"Settings\">\n{}</nav>\n"
                             "<div class=\"settings-page\">\n{}</div>\n"
                             "</div>\n",
                             navigation, content)});
}

using html::Html;

Html choice(std::string_view value, std::string_view text, bool is_chosen) {
  return html::format("<option value=\"{}\"{}>{}</option>\n", value,
                      is_chosen ? Html(" selected") : Html(), text);
}

Html expiry_choice(const Html& first, std::string_view chosen) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kChoices{{
      {"1h", "1 hour"},
      {"6h", "6 hours"},
      {"1d", "1 day"},
      {"3d", "3 days"},
      {"7d", "7 days"},
      {"14d", "14 days"},
      {"30d", "30 days"},
      {"90d", "90 days"},
      {"365d", "1 year"},
      {"3650d", "10 years"},
  }};
  Html options = first;
  for (const auto& [value, text] : kChoices) options += choice(value, text, value == chosen);
  return html::format("<select id=\"expires_in\" name=\"expiresIn\">\n{}</select>\n", options);
}

namespace {

using html::Html;

std::string_view title_for(int status) {
  switch (status) {
    case 403:
      return "Access denied";
    case 404:
      return "Page not found";
    case 503:
      return "Service unavailable";
    default:
      return status < 500 ? "Request failed" : "Something went wrong";
  }
}

}  // namespace

Html message_page(int status, std::string_view message) {
  const std::string_view title = title_for(status);
  return narrow_frame(title, html::format("<h1>{}</h1>\n"
                                          "<p>{}</p>\n"
                                          "<p><a href=\"/dashboard\">Go to dashboard</a></p>\n",
                                          title, sentence(message)));
}

std::string sentence(std::string_view message) {
  std::string text(message);
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
  if (!text.ends_with('.')) text += '.';
  return text;
}

}  // namespace pages::dashboard
