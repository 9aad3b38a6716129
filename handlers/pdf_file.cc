#include "handlers/pdf_file.h"

#include "core/json_tree.h"
#include "core/pdf_content.h"
#include "pages/pdf_document.h"

namespace handlers {
namespace {

using core::Error;
using core::ErrorCode;

// What the content object holds as a file, or what is made of it.
core::Result<Pdf> pdf_of(Services& services, const OpenLink& link, const std::string& content) {
  const Error none{ErrorCode::not_found, "there is no file behind this link"};
  const auto tree = core::JsonTree::parse(content);
  if (!tree) return none;
  const auto pdf = core::read_pdf(tree->root());
  if (!pdf || !*pdf) return none;
  if (auto data = core::decode_pdf(**pdf)) return Pdf{*std::move(data), (*pdf)->filename};

  const auto document = pages::pdf_document(**pdf, link.view.title.value_or(""));
  if (!document) return none;
  const auto made = services.shared.pdf_maker.make(*document);
  if (!made) return made.error();
  return Pdf{(*made)->data, (*pdf)->filename};
}

}  // namespace

core::Result<std::shared_ptr<const Pdf>> find_pdf(Services& services, const OpenLink& link) {
  const core::ArtifactId& artifact = link.claims.artifact;
  PdfCache& cache = services.shared.pdf_cache;
  PdfCache::Entry kept = cache.find(artifact, link.view.artifact_version);
  services.metrics.count(kept ? core::Counter::pdf_cache_hits : core::Counter::pdf_cache_misses);
  if (kept) return kept;

  const auto stored = services.shares.find_content(artifact);
  if (!stored) return gone();
  core::Result<Pdf> pdf = pdf_of(services, link, stored->content);
  if (!pdf) return pdf.error();
  auto entry = std::make_shared<const Pdf>(*std::move(pdf));
  cache.keep(artifact, stored->artifact_version, entry);
  return PdfCache::Entry(std::move(entry));
}

}  // namespace handlers
