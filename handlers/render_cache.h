// RenderCache: the artifacts that this worker process has lately rendered, so that a page that many
// people open is rendered once.
//
// An entry belongs to one version of an artifact, so a change is seen by the next viewer. When the
// entries together are larger than the configured size, those that were used longest ago go.
// Thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>

#include "core/public_id.h"
#include "pages/rendered_content.h"

namespace handlers {

class RenderCache {
 public:
  using Entry = std::shared_ptr<const pages::RenderedContent>;

  explicit RenderCache(std::size_t maximum_bytes) : maximum_bytes_(maximum_bytes) {}

  // Null if this version is not kept.
  Entry find(const core::ArtifactId& artifact, std::int64_t version);
  void keep(const core::ArtifactId& artifact, std::int64_t version, Entry entry);

 private:
  struct Kept {
    core::ArtifactId artifact;
    std::int64_t version = 0;
    Entry entry;
  };
  using Order = std::list<Kept>;

  void remove(Order::iterator kept);

  std::mutex mutex_;
  std::size_t maximum_bytes_;
  std::size_t bytes_ = 0;
  Order order_;  // used last, first
  std::map<core::ArtifactId, Order::iterator> by_artifact_;
};

}  // namespace handlers
