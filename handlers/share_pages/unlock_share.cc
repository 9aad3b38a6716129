// POST /a/{artifact_id}?token=…, the forms of the password prompt and of the cover
#include "core/operation/configuration.h"
#include "handlers/endpoints.h"
#include "handlers/page_response.h"
#include "handlers/share_pages/password_prompt.h"
#include "handlers/share_pages/share_access.h"
#include "handlers/share_pages/share_view.h"

namespace handlers {

core::Result<fcgi::Response> unlock_share(Services& services, const fcgi::Request& request) {
  if (is_foreign_form(services.configuration, request))
    return refuse_foreign_form(services.configuration, request);
  const auto link = find_link(services, request);
  if (!link) return link.error();
  if (request.form_field("open") == "1") {
    const auto proof = proof_of_password(services, request, *link);
    if (!proof) return proof.error();
    if (!proof->is_right()) return password_prompt(services, request, *proof);
    return show_counted(services, request, *link);
  }
  const bool needs_password = link->view.password_hash.has_value();
  if (needs_password) {
    const std::string_view password = request.form_field("password");
    const auto outcome = password.empty()
                             ? core::Result<Unlocking>(Unlocking{Unlocking::Outcome::wrong})
                             : try_password(services, request, *link, password);
    if (!outcome) return outcome.error();
    if (!outcome->is_right()) return password_prompt(services, request, *outcome);
  }
  fcgi::Response response = fcgi::Response::see_other(link_path(request));
  add_page_headers(services.configuration, response);
  if (needs_password) response.header("Set-Cookie", unlocking_cookie(services, *link));
  return response;
}

}  // namespace handlers
