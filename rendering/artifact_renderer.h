// ArtifactRenderer: renders artifacts, as the content of a page or in the forms for programs (JSON,
// Markdown, CSV). Results are cached, concurrent requests for the same one share the work, and what
// is large or takes long waits for a turn (rendering_limit.h).
//
// Not thread-safe, as its store is not; the caches are shared by the process. Everything it refers
// to must outlive it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "core/artifact/remote_images.h"
#include "core/artifact/template.h"
#include "core/identity/public_id.h"
#include "core/result.h"
#include "rendering/form_cache.h"
#include "rendering/render_cache.h"
#include "rendering/rendering_limit.h"

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

struct ViewedArtifact {
  core::ArtifactId id;
  std::int64_t version = 0;
  core::Template content_template = core::Template::markdown;
  core::AccountId account;  // the owner
  core::RemoteImages remote_images = core::RemoteImages::on;
  std::string viewer = {};  // the network of a viewer; empty for the owner
};

// Content or results of this size take long enough to need a turn.
inline constexpr std::size_t kLargeBytes = std::size_t{256} * 1024;

template <typename Entry>
struct Made {
  Entry entry;  // null if the artifact was removed meanwhile
  // For a large entry, to be kept until the response is written; otherwise null.
  std::shared_ptr<const void> turn;
};

class ArtifactRenderer {
 public:
  struct Caches {
    RenderCache& pages;
    FormCache& forms;
  };
  ArtifactRenderer(db::ContentStore& store, const Caches& caches, RenderingLimit& limit,
                   runtime::Admission& admission, core::Metrics& metrics)
      : store_(store), caches_(caches), limit_(limit), admission_(admission), metrics_(metrics) {}

  // Errors: unavailable if no turn is available.
  core::Result<Made<RenderCache::Entry>> page(const ViewedArtifact& artifact);
  core::Result<Made<FormCache::Entry>> form(const ViewedArtifact& artifact, Form form);

 private:
  template <typename Cache, typename Key, typename Make>
  core::Result<Made<typename Cache::Entry>> find_or_make(Cache& cache, const Key& key,
                                                         const ViewedArtifact& artifact,
                                                         typename Cache::Entry kept,
                                                         const std::string& job, Make make);

  db::ContentStore& store_;
  Caches caches_;
  RenderingLimit& limit_;
  runtime::Admission& admission_;
  core::Metrics& metrics_;
};

}  // namespace rendering
