#include "handlers/share_pages/pdf_file.h"

#include <variant>

#include "templates/pdf/pdf_content.h"

namespace handlers {
namespace {

fcgi::Response respond(const std::string& data, const core::FilePart& asked, bool is_length_known) {
  const std::string size = std::to_string(data.size());
  if (std::holds_alternative<core::UnsatisfiableRange>(asked)) {
    fcgi::Response response = fcgi::Response::plain(416, {}, {});
    if (is_length_known) response.header("Content-Range", "bytes */" + size);
    return response;
  }
  constexpr std::string_view kType = "application/pdf";
  const auto* part = std::get_if<core::ByteRange>(&asked);
  if (part == nullptr) return fcgi::Response::plain(200, kType, data);
  fcgi::Response response =
      fcgi::Response::plain(206, kType, data.substr(part->first, part->last - part->first + 1));
  response.header("Content-Range", "bytes " + std::to_string(part->first) + '-' +
                                       std::to_string(part->last) + '/' + size);
  return response;
}

}  // namespace

core::RangeRequest wanted_range(const fcgi::Request& request) {
  // Only GET has ranges.
  if (request.method() != fcgi::Method::get || request.has("HTTP_IF_RANGE")) return {};
  return core::RangeRequest::parse(request.parameter("HTTP_RANGE"));
}

fcgi::Response pdf_response(const rendering::Pdf& pdf, const core::FilePart& part,
                            const std::optional<std::string>& title, Disposition disposition,
                            bool is_length_known) {
  fcgi::Response response = respond(pdf.data, part, is_length_known);
  response.header("Accept-Ranges", "bytes");
  response.header("Content-Disposition",
                  content_disposition(
                      disposition,
                      templates::download_name(pdf.filename ? *pdf.filename : title.value_or(""))));
  return response;
}

fcgi::Response pdf_response(const fcgi::Request& request, const rendering::Pdf& pdf,
                            const std::optional<std::string>& title, Disposition disposition) {
  return pdf_response(pdf, wanted_range(request).of(pdf.data.size()), title, disposition);
}

}  // namespace handlers
