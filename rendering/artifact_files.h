// ArtifactFile: what an artifact is as a file: the PDF of a pdf artifact, or a picture.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/error.h"
#include "rendering/artifact_renderer.h"

namespace rendering {

class ArtifactPdfs;

struct ArtifactFile {
  std::shared_ptr<const std::string> bytes;  // never null
  std::string_view media_type;
  std::string name;                  // for saving it
  std::shared_ptr<const void> turn;  // keep until the response is written; may be null
};

// The file is named by its own name, or else by the title. Errors: not_found for an artifact that
// has no file; those of ArtifactPdfs::find(), and of ArtifactRenderer::form().
struct FileTitle {
  const std::optional<std::string>& title;
  const std::optional<std::string>& first_heading;
};
core::Result<ArtifactFile> find_file(ArtifactRenderer& renderer, ArtifactPdfs& pdfs,
                                     const ViewedArtifact& artifact, const FileTitle& title);

}  // namespace rendering
