// GET /a/{artifact_id}/file?token=…
#include "handlers/endpoints.h"
#include "handlers/page_response.h"
#include "handlers/share_pages/password_prompt.h"
#include "handlers/share_pages/pdf_file.h"
#include "handlers/share_pages/viewer_request.h"

namespace handlers {

core::Result<fcgi::Response> view_file(const core::Configuration& configuration,
                                       app::ShareViews& share_views, const fcgi::Request& request) {
  const app::ShareAddress address = share_address(request);
  const CookieProofs proofs(request);
  const bool is_download = request.query("download") == "1";
  const auto outcome = share_views.open_file(address, viewer(request, proofs),
                                             {.is_counted = request.method() == fcgi::Method::get,
                                              .is_download = is_download,
                                              .range = wanted_range(request)});
  if (!outcome) return outcome.error();
  if (const auto* refusal = std::get_if<app::PasswordRefusal>(&*outcome))
    return password_prompt(configuration, request, address, *refusal);
  const auto& file = std::get<app::OpenedFile>(*outcome);
  fcgi::Response response = pdf_response(
      *file.pdf, file.part, file.title,
      is_download ? Disposition::attachment : Disposition::shown_inline, file.is_length_known);
  if (!file.is_length_known && request.method() == fcgi::Method::head) response.omit_length();
  if (file.viewed) {
    response.header("Set-Cookie",
                    viewed_cookie(address, *file.viewed, pages::Presentation::whole_page));
  }
  add_file_headers(configuration, response);
  return response;
}

}  // namespace handlers
