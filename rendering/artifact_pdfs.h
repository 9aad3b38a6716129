// ArtifactPdfs: the file of a pdf artifact: the one that it holds, or one made of its document.
// Kept for the next viewer.
//
// One thread's, as the store is. All that it is given outlives it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/identity/public_id.h"
#include "core/result.h"
#include "rendering/pdf_cache.h"

namespace core {
class Metrics;
}
namespace db {
class ShareStore;
}
namespace runtime {
class Admission;
}

namespace rendering {

class PdfMaker;

// Of a pdf artifact, what its file depends on.
struct PdfArtifact {
  core::ArtifactId id;
  std::int64_t version = 0;
  std::optional<std::string> title;
  core::AccountId account;  // whose it is
};

class ArtifactPdfs {
 public:
  ArtifactPdfs(db::ShareStore& store, PdfCache& cache, PdfMaker& maker,
               runtime::Admission& admission, core::Metrics& metrics)
      : store_(store), cache_(cache), maker_(maker), admission_(admission), metrics_(metrics) {}

  // Errors: not_found if the content has none (it is the address of one elsewhere, or holds nothing
  // that the template knows), gone if the artifact has been removed meanwhile, and what PdfMaker
  // says where the PDF is to be made.
  core::Result<std::shared_ptr<const Pdf>> find(const PdfArtifact& artifact);

 private:
  db::ShareStore& store_;
  PdfCache& cache_;
  PdfMaker& maker_;
  runtime::Admission& admission_;
  core::Metrics& metrics_;
};

}  // namespace rendering
