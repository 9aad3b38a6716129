// GET /a/{artifact_id}?token=…
#include "handlers/endpoints.h"
#include "handlers/share_pages/password_prompt.h"
#include "handlers/share_pages/share_access.h"
#include "handlers/share_pages/share_view.h"

namespace handlers {

core::Result<fcgi::Response> view_share(Services& services, const fcgi::Request& request) {
  const auto link = find_link(services, request);
  if (!link) return link.error();
  const auto proof = proof_of_password(services, request, *link);
  if (!proof) return proof.error();
  if (!proof->is_right()) return password_prompt(services, request, *proof);
  if (waits_for_click(request, *link)) return cover(services, request, *link);
  return request.method() == fcgi::Method::get ? show_counted(services, request, *link)
                                               : show(services, request, *link);
}

}  // namespace handlers
