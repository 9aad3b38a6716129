#include "pages/dashboard/settings/connected_apps_page.h"

#include "html/readable.h"
#include "pages/forms.h"

namespace pages::dashboard {
namespace {

using html::Html;

Html scopes_of_app(const core::Grant& app) {
  Html list;
  for (const std::string_view name : app.access.scopes.names()) {
    if (!list.empty()) list += Html("<br>");
    list += html::format("<code>{}</code>", name);
  }
  list += limit_list(app.limits);
  return list;
}

Html app_row(const core::Grant& app) {
  const std::string id = app.id.to_string();
  return html::format(
      "<tr>\n"
      "<th scope=\"row\"><bdi>{}</bdi>{}</th>\n"
      "<td data-label=\"Scopes\"><span>{}</span></td>\n"
      "<td data-label=\"Connected\">{}</td>\n"
      "<td data-label=\"Last used\">{}</td>\n"
      "<td><a href=\"/dashboard/settings/apps/{}/disconnect\" aria-label=\"Disconnect "
      "{}\">Disconnect</a></td>\n"
      "</tr>\n",
      app.access.client_name,
      app.access.audience == core::TokenAudience::mcp
          ? Html("<br><span class=\"hint\">MCP server only</span>")
          : Html(),
      scopes_of_app(app), html::readable_date(app.created_at),
      app.last_used_at ? html::readable_date(*app.last_used_at) : Html("Never"), id,
      app.access.client_name);
}

Html app_table(const std::vector<core::Grant>& apps) {
  Html rows;
  for (const core::Grant& app : apps) rows += app_row(app);
  return html::format(
      "<div class=\"list-frame\" role=\"region\" aria-label=\"Connected apps\" tabindex=\"0\">\n"
      "<table class=\"list keys\">\n"
      "<thead><tr><th scope=\"col\">Name</th><th scope=\"col\">Scopes</th>"
      "<th scope=\"col\">Connected</th><th scope=\"col\">Last used</th><td></td></tr></thead>\n"
      "<tbody>\n{}</tbody>\n"
      "</table>\n"
      "</div>\n",
      rows);
}

}  // namespace

Html connected_apps_page(const Viewer& viewer, const std::vector<core::Grant>& apps,
                         std::string_view done) {
  return settings_frame(
      viewer, SettingsPage::apps,
      html::format(
          "{}<h1>Connected apps</h1>\n"
          "<p class=\"hint\">Apps and programs that you have given access to "
          "your account, and that "
          "act on your behalf. They are disconnected when you sign out "
          "everywhere or change how you "
          "sign in.</p>\n{}",
          done_note(done),
          apps.empty() ? Html("<p class=\"empty\">No connected apps.</p>\n") : app_table(apps)));
}

Html disconnect_app_page(const Viewer& viewer, const core::Grant& app) {
  return settings_frame(
      viewer, SettingsPage::apps,
      html::format("<h1>Disconnect <bdi>{}</bdi>?</h1>\n"
                   "<p>It loses its access immediately. Artifacts and share links created with it "
                   "are kept.</p>\n"
                   "<form method=\"post\" action=\"/dashboard/settings/apps/{}/disconnect\">\n"
                   "{}"
                   "<div class=\"actions\"><button class=\"danger\">Disconnect</button>\n"
                   "<a class=\"button quiet\" href=\"/dashboard/settings/apps\">Cancel</a></div>\n"
                   "</form>\n",
                   app.access.client_name, app.id.to_string(),
                   form_token_field(viewer.form_token)));
}

}  // namespace pages::dashboard
