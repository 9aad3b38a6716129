// GET /dashboard/settings/apps, GET and POST /dashboard/settings/apps/{app_id}/disconnect
#include "app/authorization.h"
#include "core/configuration.h"
#include "core/oauth_grant.h"
#include "handlers/dashboard/page.h"
#include "handlers/endpoint.h"
#include "html/html.h"
#include "html/readable.h"
#include "pages/first_steps.h"
#include "pages/forms.h"
#include "pages/frame.h"

namespace handlers::dashboard {
namespace {

using html::Html;

Html scopes_of_app(const core::Grant& app) {
  Html list;
  for (const std::string_view name : app.access.scopes.names()) {
    if (!list.empty()) list += Html("<br>");
    list += html::format("<code>{}</code>", name);
  }
  list += pages::limit_list(app.limits);
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

core::Result<fcgi::Response> list_connected_apps(const Context& context) {
  const auto apps = context.app.connected_apps.list(context.principal);
  if (!apps) return apps.error();
  return page(200,
              pages::settings_frame(
                  signed_in_user(context), pages::SettingsPage::apps,
                  html::format("{}<h1>Connected apps</h1>\n"
                               "<p class=\"hint\">Apps and programs that you have given access to "
                               "your account, and that "
                               "act on your behalf. They are disconnected when you sign out "
                               "everywhere or change how you "
                               "sign in.</p>\n{}{}",
                               pages::done_note(notice_of(context.request)),
                               apps->empty() ? Html("<p class=\"empty\">No connected apps.</p>\n")
                                             : app_table(*apps),
                               pages::ways_to_connect(context.configuration.public_base_url))));
}

core::Result<fcgi::Response> show_disconnect_app(const Context& context) {
  const auto found = context.app.connected_apps.find(context.principal,
                                                     id_in_path<core::GrantId>(context.request));
  if (!found) return page_problem(found.error());
  const pages::SignedInUser user = signed_in_user(context);
  return page(
      200, pages::settings_frame(
               user, pages::SettingsPage::apps,
               html::format(
                   "<h1>Disconnect <bdi>{}</bdi>?</h1>\n"
                   "<p>It loses its access immediately. Artifacts and share links created with it "
                   "are kept.</p>\n"
                   "<form method=\"post\" action=\"/dashboard/settings/apps/{}/disconnect\">\n"
                   "{}"
                   "<div class=\"actions\"><button class=\"danger\">Disconnect</button>\n"
                   "<a class=\"button quiet\" href=\"/dashboard/settings/apps\">Cancel</a></div>\n"
                   "</form>\n",
                   found->access.client_name, found->id.to_string(),
                   pages::form_token_field(user.form_token))));
}

core::Result<fcgi::Response> disconnect_app(const Context& context) {
  const auto ended = context.app.connected_apps.disconnect(
      context.principal, id_in_path<core::GrantId>(context.request));
  if (!ended) return page_problem(ended.error());
  return redirect(with_notice("/dashboard/settings/apps", Notice::app_disconnected));
}

}  // namespace

std::vector<Endpoint> connected_app_endpoints() {
  return {{{.method = Method::get, .pattern = "/dashboard/settings/apps", .access = Access::user},
           list_connected_apps},
          {{.method = Method::get,
            .pattern = "/dashboard/settings/apps/{app_id}/disconnect",
            .access = Access::user},
           show_disconnect_app},
          {{.method = Method::post,
            .pattern = "/dashboard/settings/apps/{app_id}/disconnect",
            .access = Access::user,
            .also_if_account_disabled = true},
           disconnect_app}};
}

}  // namespace handlers::dashboard
