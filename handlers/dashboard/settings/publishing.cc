// GET and POST /dashboard/settings/publishing
#include "app/account.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/page.h"
#include "pages/dashboard/settings/publishing_page.h"

namespace handlers::dashboard {

core::Result<fcgi::Response> show_publishing(app::PublishingSettings& settings,
                                             const fcgi::Request& request,
                                             const core::Session& session) {
  const auto refuses_secrets = settings.refuses_secrets(actor(session, request));
  if (!refuses_secrets) return refuses_secrets.error();
  const bool is_saved = request.query("done") == "saved";
  return page(200, pages::dashboard::publishing_page(
                       viewer(session), {.refuses_secrets = *refuses_secrets,
                                         .done = is_saved ? "Publishing settings saved." : ""}));
}

core::Result<fcgi::Response> change_publishing(app::PublishingSettings& settings,
                                               const fcgi::Request& request,
                                               const core::Session& session) {
  const bool refuses = !request.form_field("refuseSecrets").empty();
  if (auto problem = settings.set_refusing_secrets(actor(session, request), refuses))
    return *std::move(problem);
  return redirect("/dashboard/settings/publishing?done=saved");
}

}  // namespace handlers::dashboard
