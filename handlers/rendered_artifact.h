// The rendered content of an artifact, kept for the next viewer.
#pragma once

#include <cstdint>

#include "core/public_id.h"
#include "core/template.h"
#include "handlers/render_cache.h"
#include "handlers/services.h"

namespace handlers {

// Null if the artifact has been removed meanwhile.
RenderCache::Entry rendered_artifact(Services& services, const core::ArtifactId& artifact,
                                     core::Template content_template, std::int64_t version);

}  // namespace handlers
