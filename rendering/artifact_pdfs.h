// PdfCache: recently served PDF files, decoded or generated.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "core/error.h"
#include "core/ids.h"
#include "core/version.h"
#include "rendering/artifact_renderer.h"
#include "rendering/pdf_maker.h"
#include "runtime/revision_cache.h"

namespace rendering {

struct Pdf {
  std::string data;
  std::optional<std::string> filename;  // from the content
  std::int64_t revision = 0;            // of the artifact, when its content was read

  std::size_t bytes() const {
    return sizeof *this + data.size() + (filename ? filename->size() : 0);
  }
};

class PdfCache : public runtime::RevisionCache<Pdf, core::ContentId> {
 public:
  // Viewers fetch a PDF in many ranges, and generating one takes seconds: every one that fits is
  // cached.
  explicit PdfCache(std::size_t maximum_bytes) : RevisionCache(maximum_bytes, maximum_bytes) {}

  using Identity = std::pair<core::ContentId, std::int64_t>;  // with the revision

  // Says that its owner generates the PDF, until it is destroyed.
  class Making {
   public:
    Making(PdfCache& cache, Identity identity) : cache_(&cache), identity_(std::move(identity)) {}
    Making(Making&& other) noexcept
        : cache_(std::exchange(other.cache_, nullptr)), identity_(std::move(other.identity_)) {}
    Making& operator=(Making&&) = delete;
    ~Making() {
      if (cache_ != nullptr) cache_->end(identity_);
    }

   private:
    PdfCache* cache_;
    Identity identity_;
  };
  // Nothing if another thread does.
  std::optional<Making> begin(const core::ContentId& id, std::int64_t revision) {
    const std::lock_guard lock(mutex_);
    Identity identity{id, revision};
    if (!being_made_.insert(identity).second) return std::nullopt;
    return Making(*this, std::move(identity));
  }
  bool is_being_made(const core::ContentId& id, std::int64_t revision) {
    const std::lock_guard lock(mutex_);
    return being_made_.contains({id, revision});
  }

 private:
  void end(const Identity& identity) {
    const std::lock_guard lock(mutex_);
    being_made_.erase(identity);
  }

  std::mutex mutex_;
  std::set<Identity> being_made_;
};

}  // namespace rendering

// ArtifactPdfs: the files of pdf artifacts, either stored in the content or generated from its
// document. Cached by revision, unless the artifact was changed meanwhile.
//
// One thread at a time generates a file. Whoever else asks for it meanwhile is told at once when to
// ask again: waiting is no work, and would occupy a thread that answers others.
//
// Not thread-safe, as its store is not. Everything it refers to must outlive it.

namespace core {
class Metrics;
}
namespace db {
class ContentStore;
}
namespace runtime {
class Admission;
}

namespace rendering {

// The parts of a pdf artifact that its file depends on.
struct PdfArtifact {
  core::ContentId id;
  std::int64_t revision = 0;  // of a version, the milliseconds when it was made
  std::optional<std::string> title;
  core::AccountId account;  // the owner
  std::string viewer = {};  // the network of a viewer; empty for the owner
};

class ArtifactPdfs {
 public:
  ArtifactPdfs(db::ContentStore& store, PdfCache& cache, PdfMaker& maker, RenderingLimit& limit,
               runtime::Admission& admission, core::Metrics& metrics)
      : store_(store),
        cache_(cache),
        maker_(maker),
        limit_(limit),
        admission_(admission),
        metrics_(metrics) {}

  // Errors: not_found if the content has no file (it is a URL, or unreadable), gone if the artifact
  // was removed meanwhile, unavailable if another thread generates it, and those of PdfMaker
  // where the PDF must be generated.
  core::Result<std::shared_ptr<const Pdf>> find(const PdfArtifact& artifact,
                                                PdfMaker::Pace pace = PdfMaker::Pace::for_viewer);

 private:
  db::ContentStore& store_;
  PdfCache& cache_;
  PdfMaker& maker_;
  RenderingLimit& limit_;
  runtime::Admission& admission_;
  core::Metrics& metrics_;
};

}  // namespace rendering
