// GET /a/{artifact_id}/rows?token=…
#include "handlers/endpoints.h"
#include "handlers/page_response.h"
#include "handlers/share_pages/password_prompt.h"
#include "handlers/share_pages/table_rows.h"
#include "handlers/share_pages/viewer_request.h"

namespace handlers {

core::Result<fcgi::Response> view_rows(const core::Configuration& configuration,
                                       app::ShareViews& share_views, const fcgi::Request& request) {
  const app::ShareAddress address = share_address(request);
  const CookieProofs proofs(request);
  const auto outcome =
      share_views.open_rows(address, viewer(request, proofs),
                            {.is_counted = request.method() == fcgi::Method::get,
                             .is_csv = form_of_rows(request) == rendering::Form::csv});
  if (!outcome) return outcome.error();
  if (const auto* refusal = std::get_if<app::PasswordRefusal>(&*outcome))
    return password_prompt(configuration, request, address, *refusal);
  const auto& opened = std::get<app::OpenedRows>(*outcome);
  fcgi::Response response =
      rows_response(opened.form, *opened.rows, opened.link.title, opened.turn);
  if (!opened.is_length_known && request.method() == fcgi::Method::head) response.omit_length();
  if (opened.viewed) {
    response.header("Set-Cookie",
                    viewed_cookie(address, *opened.viewed, pages::Presentation::whole_page));
  }
  add_file_headers(configuration, response);
  return response;
}

}  // namespace handlers
