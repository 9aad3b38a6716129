// GET /a/{artifact_id}/file?token=…
#include "core/artifact/previewer.h"
#include "core/operation/configuration.h"
#include "core/operation/metrics.h"
#include "db/artifacts/share_store.h"
#include "handlers/endpoints.h"
#include "handlers/page_response.h"
#include "handlers/share_pages/password_prompt.h"
#include "handlers/share_pages/pdf_file.h"
#include "handlers/share_pages/share_access.h"
#include "pages/presentation.h"
#include "rendering/artifact_pdfs.h"

namespace handlers {
namespace {

using core::Error;
using core::ErrorCode;

}  // namespace

core::Result<fcgi::Response> view_file(Services& services, const fcgi::Request& request) {
  const auto link = find_link_for_file(services, request);
  if (!link) return link.error();
  const auto proof = proof_of_password(services, request, *link);
  if (!proof) return proof.error();
  if (!proof->is_right()) return password_prompt(services, request, *proof);

  if (link->view.content_template != core::Template::pdf)
    return Error{ErrorCode::not_found, "this share link has no file"};
  const bool is_download = request.query("download") == "1";
  if (is_download && !link->view.allow_download)
    return Error{ErrorCode::forbidden, "this share link does not allow downloads"};

  const auto pdf = services.pdfs.find(
      {link->claims.artifact, link->view.artifact_version, link->view.title, link->view.account});
  if (!pdf) return pdf.error();
  fcgi::Response response =
      pdf_response(request, **pdf, link->view.title,
                   is_download ? Disposition::attachment : Disposition::shown_inline);
  const bool begins_view = request.method() == fcgi::Method::get && response.status() < 300 &&
                           link->view.has_view_limit && !proves_view(services, request, *link);
  if (begins_view && core::is_previewer(request.parameter("HTTP_USER_AGENT"))) {
    return Error{
        ErrorCode::forbidden,
        "link previewers cannot fetch a file that counts as a view; open the page instead"};
  }
  if (begins_view) {
    if (!services.shares.count_view(link->claims.share)) return gone();
    services.metrics.count(core::view_counter(link->view.content_template));
    response.header("Set-Cookie", view_cookie(services, *link, pages::Presentation::whole_page));
  }
  add_file_headers(services.configuration, response);
  return response;
}

}  // namespace handlers
