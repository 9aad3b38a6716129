#include "handlers/rendered_artifact.h"

#include "core/configuration.h"
#include "core/metrics.h"
#include "db/share_store.h"
#include "handlers/render_cache.h"
#include "pages/render_content.h"

namespace handlers {

RenderCache::Entry rendered_artifact(Services& services, const core::ArtifactId& artifact,
                                     core::Template content_template, std::int64_t version) {
  RenderCache& cache = services.render_cache;
  RenderCache::Entry content = cache.find(artifact, version);
  services.metrics.count(content ? core::Counter::render_cache_hits
                                 : core::Counter::render_cache_misses);
  if (content) return content;
  const auto stored = services.shares.find_content(artifact);
  if (!stored) return nullptr;
  content = std::make_shared<const pages::RenderedContent>(pages::render_content(
      content_template, stored->content, services.configuration.remote_images));
  cache.keep(artifact, stored->artifact_version, content);
  return content;
}

}  // namespace handlers
