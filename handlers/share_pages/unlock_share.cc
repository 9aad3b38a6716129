// POST /a/{artifact_id}?token=…, the forms of the password prompt and of the cover
#include "handlers/endpoints.h"
#include "handlers/page_response.h"
#include "handlers/share_pages/opened_link.h"
#include "handlers/share_pages/password_prompt.h"
#include "handlers/share_pages/viewer_request.h"

namespace handlers {

core::Result<fcgi::Response> unlock_share(const core::Configuration& configuration,
                                          app::ShareViews& share_views,
                                          const fcgi::Request& request) {
  if (is_foreign_form(configuration, request)) return refuse_foreign_form(configuration, request);
  if (request.form_field("open") == "1")
    return open_link(configuration, share_views, request, app::Opening::confirmed);

  const app::ShareAddress address = share_address(request);
  const CookieProofs proofs(request);
  const auto outcome =
      share_views.unlock(address, viewer(request, proofs, request.form_field("password")));
  if (!outcome) return outcome.error();
  if (const auto* refusal = std::get_if<app::PasswordRefusal>(&*outcome)) {
    // As when a program has sent JSON.
    const bool has_none = request.form().find("password") == request.form().end();
    const bool is_incorrect = refusal->reason == app::PasswordRefusal::Reason::incorrect;
    return password_prompt(configuration, request, address,
                           has_none && is_incorrect ? app::PasswordRefusal{} : *refusal);
  }
  fcgi::Response response = fcgi::Response::see_other(asked_path(request, address));
  add_page_headers(configuration, response);
  if (const auto& proof = std::get<app::Unlocked>(*outcome).proof)
    response.header("Set-Cookie", unlocked_cookie(address, *proof));
  return response;
}

}  // namespace handlers
