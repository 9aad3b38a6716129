#include "pages/frame.h"

#include <array>
#include <string>
#include <utility>

#include "html/html.h"
#include "pages/document.h"
#include "pages/forms.h"
#include "pages/frame.html.h"

namespace pages {
namespace {

using html::Html;

struct Link {
  std::string_view address;
  std::string_view text;
};

Html navigation_link(const Link& link, bool is_current) {
  return frame_html::navigation_link(
      {.address = link.address,
       .aria_current = is_current ? Html(" aria-current=\"page\"") : Html(),
       .text = link.text});
}

Html dashboard_document(const core::Installation& installation, std::string_view title,
                        std::string_view body_class, const Html& body, const Html& more_head) {
  Html head = private_page_meta();
  head += stylesheet(html::kStylesheet);
  head += stylesheet(html::kDashboardStylesheet);
  head += frame_html::script({html::kDashboardScript});
  head += more_head;
  Html content = skip_link();
  content += body;
  if (!installation.footer_links.empty())
    content += frame_html::footer({footer_links(installation)});
  return document({installation, std::string(title) + " · " + installation.name, std::move(head),
                   body_class, std::move(content)});
}

}  // namespace

Html frame(std::string_view title, Section section, const SignedInUser& viewer, const Html& main,
           const Html& more_head) {
  const Link artifacts{"/dashboard/artifacts", "Artifacts"};
  const Link links{"/dashboard/links", "Links"};
  const Link usage{"/dashboard/usage", "Usage"};
  const Link settings{"/dashboard/settings/keys", "Settings"};
  Html navigation = navigation_link(artifacts, section == Section::artifacts);
  navigation += navigation_link(links, section == Section::links);
  navigation += navigation_link(usage, section == Section::usage);
  navigation += navigation_link(settings, section == Section::settings);
  return dashboard_document(
      viewer.installation, title, "dashboard",
      frame_html::frame(
          {.icon = icon(viewer.installation, 20),
           .name = viewer.installation.name,
           .navigation = navigation,
           .form_token = form_token_field(viewer.form_token),
           .account_name = viewer.account_name,
           .email = viewer.email,
           .disabled =
               viewer.account_disabled.empty()
                   ? Html()
                   : disabled_note(
                         "this account: its API keys are rejected, its links do not work, and "
                         "nothing in it can be changed",
                         viewer.account_disabled),
           .content = main}),
      more_head);
}

Html narrow_frame(const core::Installation& installation, std::string_view title, const Html& main,
                  const Html& head) {
  return dashboard_document(
      installation, title, "dashboard narrow",
      frame_html::narrow_frame(
          {.icon = icon(installation, 24), .name = installation.name, .main = main}),
      head);
}

Html disabled_note(std::string_view what, std::string_view reason) {
  return frame_html::disabled({.what = what, .reason = reason});
}

Html settings_frame(const SignedInUser& viewer, SettingsPage page, const Html& content) {
  constexpr std::array<std::pair<SettingsPage, Link>, 5> kPages{{
      {SettingsPage::keys, {"/dashboard/settings/keys", "Keys"}},
      {SettingsPage::profile, {"/dashboard/settings/profile", "Profile"}},
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
  return frame(title, Section::settings, viewer,
               frame_html::settings({.navigation = navigation, .content = content}));
}

}  // namespace pages
