// ArtifactRenderer: what is made of an artifact's content for those who view it: the middle of its
// page, and the forms that programs ask for. Kept for the next viewer, made once for all who want
// it at once, and by turns (runtime/admission.h) where the content is large.
//
// One thread's, as the store is; the caches are the process's. All that it is given outlives it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/artifact/remote_images.h"
#include "core/artifact/template.h"
#include "core/identity/public_id.h"
#include "core/result.h"
#include "rendering/form_cache.h"
#include "rendering/render_cache.h"

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

struct ViewedArtifact {
  core::ArtifactId id;
  std::int64_t version = 0;
  core::Template content_template = core::Template::markdown;
  core::AccountId account;  // whose it is
  core::RemoteImages remote_images = core::RemoteImages::on;
};

// From so many bytes on, content, or what is made of it, takes long enough to wait for a turn.
inline constexpr std::size_t kLargeBytes = std::size_t{256} * 1024;

template <typename Entry>
struct Made {
  Entry entry;  // null if the artifact has been removed meanwhile
  // Of what is large; goes with the answer until that has been written.
  std::shared_ptr<const void> turn;
};

class ArtifactRenderer {
 public:
  struct Caches {
    RenderCache& pages;
    FormCache& forms;
  };
  ArtifactRenderer(db::ShareStore& store, const Caches& caches, runtime::Admission& admission,
                   core::Metrics& metrics)
      : store_(store), caches_(caches), admission_(admission), metrics_(metrics) {}

  // Errors: unavailable if there is no turn to be had.
  core::Result<Made<RenderCache::Entry>> page(const ViewedArtifact& artifact);
  core::Result<Made<FormCache::Entry>> form(const ViewedArtifact& artifact, Form form);

 private:
  template <typename Cache, typename Key, typename Make>
  core::Result<Made<typename Cache::Entry>> find_or_make(Cache& cache, const Key& key,
                                                         const ViewedArtifact& artifact,
                                                         typename Cache::Entry kept,
                                                         const std::string& job, Make make);

  db::ShareStore& store_;
  Caches caches_;
  runtime::Admission& admission_;
  core::Metrics& metrics_;
};

}  // namespace rendering
