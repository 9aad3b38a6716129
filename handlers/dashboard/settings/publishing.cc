// GET and POST /dashboard/settings/publishing
#include "app/account.h"
#include "handlers/dashboard/page.h"
#include "handlers/dashboard/settings/publishing.html.h"
#include "handlers/endpoint.h"
#include "html/html.h"
#include "pages/forms.h"
#include "pages/frame.h"

namespace handlers::dashboard {
namespace {

using html::Html;

core::Result<fcgi::Response> show_publishing(const Context& context) {
  const auto refuses_secrets = context.app.publishing_settings.refuses_secrets(context.principal);
  if (!refuses_secrets) return refuses_secrets.error();
  const bool is_saved = context.request.query("done") == "saved";
  return settings_page(context, 200, pages::SettingsPage::publishing,
                       publishing_html::publishing(
                           {.done = pages::done_note(is_saved ? "Publishing settings saved." : ""),
                            .form_token = form_token_field(context),
                            .checked = *refuses_secrets ? Html(" checked") : Html()}));
}

core::Result<fcgi::Response> change_publishing(const Context& context) {
  const bool refuses = !context.request.form_field("refuseSecrets").empty();
  if (auto problem =
          context.app.publishing_settings.set_refusing_secrets(context.principal, refuses))
    return *std::move(problem);
  return redirect("/dashboard/settings/publishing?done=saved");
}

}  // namespace

std::vector<Endpoint> publishing_endpoints() {
  return {{{.method = Method::get,
            .pattern = "/dashboard/settings/publishing",
            .access = Access::owner},
           show_publishing},
          {{.method = Method::post,
            .pattern = "/dashboard/settings/publishing",
            .access = Access::owner},
           change_publishing}};
}

}  // namespace handlers::dashboard
