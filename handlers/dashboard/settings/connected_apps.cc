// GET /dashboard/settings/apps, GET and POST /dashboard/settings/apps/{app_id}/disconnect
#include "app/authorization.h"
#include "handlers/binding.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/page.h"
#include "pages/dashboard/settings/connected_apps_page.h"

namespace handlers::dashboard {

core::Result<fcgi::Response> list_connected_apps(app::ConnectedApps& connected_apps,
                                                 const fcgi::Request& request,
                                                 const core::Session& session) {
  const auto apps = connected_apps.list(actor(session, request));
  if (!apps) return apps.error();
  return page(200,
              pages::dashboard::connected_apps_page(viewer(session), *apps, notice_of(request)));
}

core::Result<fcgi::Response> show_disconnect_app(app::ConnectedApps& connected_apps,
                                                 const fcgi::Request& request,
                                                 const core::Session& session) {
  const auto found = connected_apps.find(actor(session, request), app_id(request));
  if (!found) return page_problem(found.error());
  return page(200, pages::dashboard::disconnect_app_page(viewer(session), *found));
}

core::Result<fcgi::Response> disconnect_app(app::ConnectedApps& connected_apps,
                                            const fcgi::Request& request,
                                            const core::Session& session) {
  const auto ended = connected_apps.disconnect(actor(session, request), app_id(request));
  if (!ended) return page_problem(ended.error());
  return redirect(with_notice("/dashboard/settings/apps", Notice::app_disconnected));
}

}  // namespace handlers::dashboard
