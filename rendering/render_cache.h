// RenderCache: the rendered content of artifacts, for each way of showing images of other hosts.
#pragma once

#include <utility>

#include "core/artifact/remote_images.h"
#include "rendering/version_cache.h"
#include "templates/rendered_content.h"

namespace rendering {

class RenderCache
    : public VersionCache<pages::RenderedContent, std::pair<core::ArtifactId, core::RemoteImages>> {
 public:
  // One that would push out most of the others is rendered anew each time. What is large takes
  // longest, so much is kept.
  explicit RenderCache(std::size_t maximum_bytes)
      : VersionCache(maximum_bytes, maximum_bytes / 2) {}
};

}  // namespace rendering
