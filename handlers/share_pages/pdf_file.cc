#include "handlers/share_pages/pdf_file.h"

#include <variant>

#include "handlers/share_pages/byte_range.h"
#include "templates/pdf/pdf_content.h"

namespace handlers {
namespace {

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

fcgi::Response pdf_response(const fcgi::Request& request, const rendering::Pdf& pdf,
                            const std::optional<std::string>& title, Disposition disposition) {
  fcgi::Response response = respond(request, pdf.data);
  response.header("Accept-Ranges", "bytes");
  response.header(
      "Content-Disposition",
      content_disposition(disposition,
                          core::download_name(pdf.filename ? *pdf.filename : title.value_or(""))));
  return response;
}

}  // namespace handlers
