// The part of the page of keys that is about apps; GET /dashboard/settings/apps, which leads to it;
// GET and POST /dashboard/settings/apps/{app_id}/disconnect
#include "handlers/dashboard/settings/connected_apps.h"

#include "app/authorization.h"
#include "core/configuration.h"
#include "core/oauth_grant.h"
#include "handlers/dashboard/page.h"
#include "handlers/dashboard/settings/connected_apps.html.h"
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
    if (!list.empty()) list += connected_apps_html::line_break();
    list += connected_apps_html::scope({name});
  }
  list += pages::limit_list(app.limits);
  return list;
}

Html app_row(const core::Grant& app) {
  const std::string id = app.id.to_string();
  return connected_apps_html::app_row(
      {.name = app.access.client_name,
       .audience = app.access.audience == core::TokenAudience::mcp ? connected_apps_html::only_mcp()
                                                                   : Html(),
       .scopes = scopes_of_app(app),
       .created_at = html::readable_date(app.created_at),
       .last_used = app.last_used_at ? html::readable_date(*app.last_used_at) : Html("Never"),
       .id = id});
}

Html app_table(const std::vector<core::Grant>& apps) {
  Html rows;
  for (const core::Grant& app : apps) rows += app_row(app);
  return connected_apps_html::app_table({rows});
}

core::Result<fcgi::Response> show_connected_apps(const Context& /*context*/) {
  return redirect("/dashboard/settings/keys");
}

core::Result<fcgi::Response> show_disconnect_app(const Context& context) {
  const auto found = context.app.connected_apps.find(context.principal,
                                                     id_in_path<core::GrantId>(context.request));
  if (!found) return page_problem(found.error());
  return settings_page(
      context, 200, pages::SettingsPage::keys,
      connected_apps_html::disconnection({.name = found->access.client_name,
                                          .id = found->id.to_string(),
                                          .form_token = form_token_field(context)}));
}

core::Result<fcgi::Response> disconnect_app(const Context& context) {
  const auto ended = context.app.connected_apps.disconnect(
      context.principal, id_in_path<core::GrantId>(context.request));
  if (!ended) return page_problem(ended.error());
  return redirect(with_notice("/dashboard/settings/keys", Notice::app_disconnected));
}

}  // namespace

core::Result<Html> connected_apps(const Context& context) {
  const auto apps = context.app.connected_apps.list(context.principal);
  if (!apps) return apps.error();
  return connected_apps_html::section(
      {.apps = apps->empty() ? connected_apps_html::no_apps() : app_table(*apps),
       .ways_to_connect = pages::ways_to_connect(context.configuration.public_base_url)});
}

std::vector<Endpoint> connected_app_endpoints() {
  return {{{.method = Method::get, .pattern = "/dashboard/settings/apps", .access = Access::user},
           show_connected_apps},
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
