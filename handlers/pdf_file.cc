#include "handlers/pdf_file.h"

#include <variant>

#include "core/json_tree.h"
#include "core/metrics.h"
#include "core/pdf_content.h"
#include "db/share_store.h"
#include "handlers/admission.h"
#include "handlers/byte_range.h"
#include "handlers/low_priority.h"
#include "handlers/pdf_cache.h"
#include "handlers/pdf_maker.h"
#include "handlers/rendered_artifact.h"
#include "handlers/share_access.h"
#include "pages/pdf_document.h"

namespace handlers {
namespace {

using core::Error;
using core::ErrorCode;

// What the content object holds: a file, or a document that one is made of.
using Source = std::variant<Pdf, std::string>;

core::Result<Source> source_of(const PdfArtifact& artifact, const std::string& content,
                               std::optional<std::string>& filename) {
  const Error none{ErrorCode::not_found, "this share link has no file"};
  const auto tree = core::JsonTree::parse(content);
  if (!tree) return none;
  const auto pdf = core::read_pdf(tree->root());
  if (!pdf || !*pdf) return none;
  filename = (*pdf)->filename;
  if (auto data = core::decode_pdf(**pdf)) return Source(Pdf{*std::move(data), filename});
  auto document = pages::pdf_document(**pdf, artifact.title.value_or(""));
  if (!document) return none;
  return Source(*std::move(document));
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

  const std::string account = artifact.account.to_string();
  auto stored = services.shares.find_content(artifact.id, kLargeBytes);
  if (!stored) return gone();
  std::optional<Admission::Turn> turn;
  if (!stored->content) {
    auto admitted =
        services.admission.enter(CostlyWork::rendering, account, "pdf:" + artifact.id.to_string());
    if (!admitted) return admitted.error();
    turn.emplace(*std::move(admitted));
    if ((kept = cache.find(artifact.id, artifact.version))) return kept;
    stored = services.shares.find_content(artifact.id);
    if (!stored) return gone();
  }
  std::optional<std::string> filename;
  const auto read = [&] { return source_of(artifact, stored->content.value(), filename); };
  core::Result<Source> source = turn ? at_low_priority(read) : read();
  if (!source) return source.error();
  const auto keep = [&](Pdf pdf) {
    auto entry = std::make_shared<const Pdf>(std::move(pdf));
    cache.keep(artifact.id, stored->artifact_version, entry);
    return PdfCache::Entry(std::move(entry));
  };
  if (auto* pdf = std::get_if<Pdf>(&*source)) return keep(std::move(*pdf));
  // To make one is another kind of work, which takes longer.
  turn.reset();
  const auto made = services.pdf_maker.make(std::get<std::string>(*source), account);
  if (!made) return made.error();
  return keep(Pdf{(*made)->data, filename});
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
