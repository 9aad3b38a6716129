#include "handlers/pdf_file.h"

#include "core/json_tree.h"
#include "core/metrics.h"
#include "core/pdf_content.h"
#include "db/share_store.h"
#include "handlers/byte_range.h"
#include "handlers/pdf_cache.h"
#include "handlers/pdf_maker.h"
#include "handlers/share_access.h"
#include "pages/pdf_document.h"

namespace handlers {
namespace {

using core::Error;
using core::ErrorCode;

// What the content object holds as a file, or what is made of it.
core::Result<Pdf> pdf_of(Services& services, const PdfArtifact& artifact,
                         const std::string& content) {
  const Error none{ErrorCode::not_found, "there is no file behind this link"};
  const auto tree = core::JsonTree::parse(content);
  if (!tree) return none;
  const auto pdf = core::read_pdf(tree->root());
  if (!pdf || !*pdf) return none;
  if (auto data = core::decode_pdf(**pdf)) return Pdf{*std::move(data), (*pdf)->filename};

  const auto document = pages::pdf_document(**pdf, artifact.title.value_or(""));
  if (!document) return none;
  const auto made = services.pdf_maker.make(*document);
  if (!made) return made.error();
  return Pdf{(*made)->data, (*pdf)->filename};
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

core::Result<std::shared_ptr<const Pdf>> find_pdf(Services& services, const PdfArtifact& artifact) {
  PdfCache& cache = services.pdf_cache;
  PdfCache::Entry kept = cache.find(artifact.id, artifact.version);
  services.metrics.count(kept ? core::Counter::pdf_cache_hits : core::Counter::pdf_cache_misses);
  if (kept) return kept;

  const auto stored = services.shares.find_content(artifact.id);
  if (!stored) return gone();
  core::Result<Pdf> pdf = pdf_of(services, artifact, stored->content);
  if (!pdf) return pdf.error();
  auto entry = std::make_shared<const Pdf>(*std::move(pdf));
  cache.keep(artifact.id, stored->artifact_version, entry);
  return PdfCache::Entry(std::move(entry));
}

fcgi::Response pdf_response(const fcgi::Request& request, const Pdf& pdf,
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
