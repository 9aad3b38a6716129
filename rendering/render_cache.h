// RenderCache: the rendered content of artifacts, with and without images of other hosts.
#pragma once

#include <utility>

#include "core/artifact/remote_images.h"
#include "runtime/version_cache.h"
#include "templates/rendered_content.h"

namespace rendering {

class RenderCache : public runtime::VersionCache<templates::RenderedContent,
                                                 std::pair<core::ArtifactId, core::RemoteImages>> {
 public:
  // An entry over half of the cache is not kept, as it would evict most others.
  explicit RenderCache(std::size_t maximum_bytes)
      : VersionCache(maximum_bytes, maximum_bytes / 2) {}
};

}  // namespace rendering
