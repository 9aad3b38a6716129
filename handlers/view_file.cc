// GET /a/{artifact_id}/file?token=…
#include "core/pdf_content.h"
#include "handlers/byte_range.h"
#include "handlers/content_disposition.h"
#include "handlers/endpoints.h"
#include "handlers/page_response.h"
#include "handlers/password_prompt.h"
#include "handlers/pdf_file.h"
#include "handlers/share_access.h"
#include "pages/presentation.h"

namespace handlers {
namespace {

using core::Error;
using core::ErrorCode;

std::string filename_of(const Pdf& pdf, const OpenLink& link) {
  return core::download_name(pdf.filename ? *pdf.filename : link.view.title.value_or(""));
}

// Only GET has ranges. One that is to hold only for an unchanged file (If-Range) is left aside, as
// nothing that a client could know the file by again is ever sent.
RequestedRange range_of(const fcgi::Request& request, std::size_t size) {
  if (request.method() != fcgi::Method::get || request.has("HTTP_IF_RANGE")) return WholeFile{};
  return requested_range(request.parameter("HTTP_RANGE"), size);
}

fcgi::Response respond(const fcgi::Request& request, const std::string& data) {
  const std::string size = std::to_string(data.size());
  const RequestedRange range = range_of(request, data.size());
  if (std::holds_alternative<UnsatisfiableRange>(range)) {
    fcgi::Response response = fcgi::Response::plain(416, {}, {});
    response.header("Content-Range", "bytes */" + size);
    return response;
  }
  constexpr std::string_view kType = "application/pdf";
  const auto* part = std::get_if<ByteRange>(&range);
  if (part == nullptr) return fcgi::Response::plain(200, kType, data);
  fcgi::Response response =
      fcgi::Response::plain(206, kType, data.substr(part->first, part->last - part->first + 1));
  response.header("Content-Range", "bytes " + std::to_string(part->first) + '-' +
                                       std::to_string(part->last) + '/' + size);
  return response;
}

}  // namespace

core::Result<fcgi::Response> view_file(Services& services, const fcgi::Request& request) {
  const auto link = find_link_for_file(services, request);
  if (!link) return link.error();
  const std::optional<Unlocking> proof = proof_of_password(services, request, *link);
  if (proof != Unlocking::right) return password_prompt(services, request, proof);

  if (link->view.content_template != core::Template::pdf)
    return Error{ErrorCode::not_found, "there is no file behind this link"};
  const bool is_download = request.query("download") == "1";
  if (is_download && !link->view.allow_download)
    return Error{ErrorCode::forbidden, "this link does not allow downloads"};

  const auto pdf = find_pdf(services, *link);
  if (!pdf) return pdf.error();
  const bool begins_view = request.method() == fcgi::Method::get && link->view.has_view_limit &&
                           !proves_view(services, request, *link);
  if (begins_view && !services.shares.count_view(link->claims.share)) return gone();
  if (begins_view) services.metrics.count(core::view_counter(link->view.content_template));

  fcgi::Response response = respond(request, (*pdf)->data);
  response.header("Accept-Ranges", "bytes");
  response.header(
      "Content-Disposition",
      content_disposition(is_download ? Disposition::attachment : Disposition::shown_inline,
                          filename_of(**pdf, *link)));
  if (begins_view)
    response.header("Set-Cookie", view_cookie(services, *link, pages::Presentation::whole_page));
  add_file_headers(services.configuration, response);
  return response;
}

}  // namespace handlers
