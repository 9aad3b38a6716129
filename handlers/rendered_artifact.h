// What is made of an artifact's content for those who view it: the middle of its page, and the
// forms that programs ask for. Kept for the next viewer, made once for all who want it at once, and
// by turns (handlers/admission.h) where the content is large.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/public_id.h"
#include "core/remote_images.h"
#include "core/result.h"
#include "core/template.h"
#include "handlers/form_cache.h"
#include "handlers/render_cache.h"
#include "handlers/services.h"

namespace handlers {

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

// Errors: unavailable if there is no turn to be had.
core::Result<Made<RenderCache::Entry>> rendered_artifact(Services& services,
                                                         const ViewedArtifact& artifact);
core::Result<Made<FormCache::Entry>> artifact_form(Services& services,
                                                   const ViewedArtifact& artifact, Form form);

}  // namespace handlers
