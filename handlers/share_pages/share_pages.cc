// GET /a/{artifact_id}?token=…

#include "handlers/endpoints.h"
#include "handlers/page_response.h"
#include "handlers/share_pages/opened_link.h"
#include "handlers/share_pages/share_files.h"
#include "handlers/share_pages/viewer_request.h"

namespace handlers {

core::Result<fcgi::Response> view_share(const core::Configuration& configuration,
                                        app::ShareViews& share_views,
                                        const fcgi::Request& request) {
  const bool is_get = request.method() == fcgi::Method::get;
  return open_link(configuration, share_views, request,
                   is_get ? app::Opening::open : app::Opening::peek);
}

// POST /a/{artifact_id}?token=…, the forms of the password prompt and of the cover

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

// GET /a/{artifact_id}/file?token=…

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

// GET /a/{artifact_id}/rows?token=…

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
