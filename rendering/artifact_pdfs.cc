#include "rendering/artifact_pdfs.h"

#include <variant>

#include "core/metrics.h"
#include "core/text/json.h"
#include "db/content_store.h"
#include "rendering/artifact_renderer.h"
#include "rendering/pdf_maker.h"
#include "runtime/admission.h"
#include "templates/pdf/pdf_content.h"

namespace rendering {
namespace {

using core::Error;
using core::ErrorCode;

// The content: a file, or a document to generate one from.
using Source = std::variant<Pdf, std::string>;

Error no_file() { return {ErrorCode::not_found, "this share link has no file"}; }

core::Result<Source> source_of(const PdfArtifact& artifact, const std::string& content,
                               std::optional<std::string>& filename) {
  const auto tree = core::JsonTree::parse(content);
  if (!tree) return no_file();
  const auto pdf = templates::read_pdf(tree->root());
  if (!pdf || !*pdf) return no_file();
  filename = (*pdf)->filename;
  if (auto data = templates::decode_pdf(**pdf)) return Source(Pdf{*std::move(data), filename});
  auto document = templates::pdf_document(**pdf, artifact.title.value_or(""));
  if (!document) return no_file();
  return Source(*std::move(document));
}

Error removed() { return {ErrorCode::gone, "this share link has expired or was revoked"}; }

}  // namespace

core::Result<std::shared_ptr<const Pdf>> ArtifactPdfs::find(const PdfArtifact& artifact,
                                                            PdfMaker::Pace pace) {
  PdfCache::Entry kept = cache_.find(artifact.id, artifact.revision);
  metrics_.count(kept ? core::Counter::pdf_cache_hits : core::Counter::pdf_cache_misses);
  if (kept) return kept;
  if (cache_.is_being_made(artifact.id, artifact.revision)) return being_made();

  const std::string account = artifact.account.to_string();
  auto stored = store_.find(artifact.id, kLargeBytes);
  if (!stored) return removed();
  const std::string job = "pdf:" + artifact.id.to_string();
  const runtime::Claim claim = pace == PdfMaker::Pace::in_advance
                                   ? runtime::Claim::in_advance(account)
                                   : runtime::Claim(account, artifact.viewer);
  std::optional<std::string> filename;
  const auto read = [&] { return source_of(artifact, stored->content.value(), filename); };
  std::optional<core::Result<Source>> found;
  if (stored->content) found = limit_.run_without_turn({job, stored->artifact_revision}, read);
  if (!found) {
    const auto turn = admission_.enter(runtime::CostlyWork::rendering, claim, job);
    if (!turn) return turn.error();
    if ((kept = cache_.find(artifact.id, artifact.revision))) return kept;
    if (!stored->content) stored = store_.find(artifact.id);
    if (!stored) return removed();
    found.emplace(limit_.run_with_turn({job, stored->artifact_revision}, read));
  }
  core::Result<Source> source = *std::move(found);
  if (!source) return source.error();
  const auto cache = [&](Pdf pdf) {
    pdf.revision = stored->artifact_revision;
    auto entry = std::make_shared<const Pdf>(std::move(pdf));
    // The content may be of a later revision than the title.
    if (stored->artifact_revision == artifact.revision)
      cache_.put(artifact.id, artifact.revision, entry);
    return PdfCache::Entry(std::move(entry));
  };
  if (auto* pdf = std::get_if<Pdf>(&*source)) return cache(std::move(*pdf));
  const auto making = cache_.begin(artifact.id, artifact.revision);
  if (!making) return being_made();
  // Whoever has made it until now may just have put it there.
  if ((kept = cache_.find(artifact.id, artifact.revision))) return kept;
  // Generating a PDF has turns of its own, as it takes longer.
  const auto made = maker_.make(std::get<std::string>(*source), {artifact.id.artifact, account},
                                pace, artifact.viewer);
  if (!made) return made.error();
  return cache(Pdf{(*made)->data, filename});
}

}  // namespace rendering
