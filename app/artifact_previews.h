// ArtifactPreviews: an artifact as those who have a link to it see it, shown to its owner. No view
// is counted.
//
// One thread's, as its store is. All that it is given outlives it. Throws what the store throws.
#pragma once

#include <memory>

#include "app/actor.h"
#include "core/artifact/artifact.h"
#include "core/artifact/remote_images.h"
#include "core/result.h"
#include "db/artifacts/artifact_store.h"
#include "rendering/artifact_pdfs.h"
#include "rendering/artifact_renderer.h"

namespace app {

struct ArtifactPreview {
  core::Artifact artifact;  // without its content
  rendering::Made<rendering::RenderCache::Entry> rendered;
};

struct ArtifactFile {
  core::Artifact artifact;  // without its content
  std::shared_ptr<const rendering::Pdf> pdf;
};

class ArtifactPreviews {
 public:
  struct Rendering {
    rendering::ArtifactRenderer& renderer;
    rendering::ArtifactPdfs& pdfs;
  };
  // `remote_images`: as the installation has it.
  ArtifactPreviews(db::ArtifactStore& artifacts, const Rendering& rendering,
                   core::RemoteImages remote_images)
      : artifacts_(artifacts), rendering_(rendering), remote_images_(remote_images) {}

  // Errors: forbidden, not_found, and unavailable if it cannot be rendered now.
  core::Result<ArtifactPreview> page(const Actor& actor, const core::ArtifactId& id);

  // The artifact's file. Errors: those of page(), not_found if its template has none, and what
  // rendering/artifact_pdfs.h says.
  core::Result<ArtifactFile> file(const Actor& actor, const core::ArtifactId& id);

 private:
  db::ArtifactStore& artifacts_;
  Rendering rendering_;
  core::RemoteImages remote_images_;
};

}  // namespace app
