// ArtifactPreviews: an artifact as its viewers see it, for its owner and the owner's programs.
// Previews are not counted as views.
//
// Not thread-safe. Everything it refers to must outlive it. Throws what its store throws.
#pragma once

#include <memory>

#include "app/artifact_versions.h"
#include "core/artifact.h"
#include "core/error.h"
#include "core/principal.h"
#include "core/text/json.h"
#include "db/artifact_store.h"
#include "rendering/artifact_files.h"
#include "rendering/artifact_pdfs.h"
#include "rendering/artifact_renderer.h"

namespace app {

struct ArtifactPreview {
  core::Artifact artifact;  // without its content
  rendering::Made<rendering::RenderCache::Entry> rendered;
};

struct ArtifactText {
  core::Artifact artifact;  // without its content
  rendering::Made<rendering::FormCache::Entry> rendered;
};

class ArtifactPreviews {
 public:
  struct Rendering {
    rendering::ArtifactRenderer& renderer;
    rendering::ArtifactPdfs& pdfs;
  };
  ArtifactPreviews(db::ArtifactStore& artifacts, const Rendering& rendering,
                   templates::RenderingOptions options)
      : artifacts_(artifacts), rendering_(rendering), options_(options) {}

  // Errors: forbidden, not_found, and unavailable if it cannot be rendered now.
  core::Result<ArtifactPreview> page(const core::Principal& principal, const core::ArtifactId& id);

  // The page of an artifact with this content. Errors: forbidden, unavailable.
  core::Result<rendering::Made<rendering::RenderCache::Entry>> draft(
      const core::Principal& principal, core::Template content_template,
      const core::JsonTree& content);

  // The artifact in a form for programs. Errors: those of page(), invalid_request if it has no such
  // form.
  core::Result<ArtifactText> text(const core::Principal& principal, const core::ArtifactId& id,
                                  rendering::Form form);

  // The artifact's file. Errors: those of page(), and of rendering::find_file().
  core::Result<rendering::ArtifactFile> file(const core::Principal& principal,
                                             const core::ArtifactId& id);

  // The same of a version that was read, with or without its content.
  core::Result<rendering::Made<rendering::RenderCache::Entry>> page(
      const core::Principal& principal, const ArtifactVersion& version);
  core::Result<rendering::Made<rendering::FormCache::Entry>> text(const core::Principal& principal,
                                                                  const ArtifactVersion& version,
                                                                  rendering::Form form);
  core::Result<rendering::ArtifactFile> file(const core::Principal& principal,
                                             const ArtifactVersion& version);

 private:
  db::ArtifactStore& artifacts_;
  Rendering rendering_;
  templates::RenderingOptions options_;
};

}  // namespace app
