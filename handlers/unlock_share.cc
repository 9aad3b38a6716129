// POST /a/{artifact_id}?token=…, the form of the password prompt
#include "core/configuration.h"
#include "handlers/endpoints.h"
#include "handlers/page_response.h"
#include "handlers/password_prompt.h"
#include "handlers/share_access.h"

namespace handlers {

core::Result<fcgi::Response> unlock_share(Services& services, const fcgi::Request& request) {
  const auto link = find_link(services, request);
  if (!link) return link.error();
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
