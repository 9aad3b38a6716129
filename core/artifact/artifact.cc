#include "core/artifact/artifact.h"

namespace core {
namespace {

std::string tag_with(const Artifact& artifact, std::optional<PdfProgress> pdf) {
  // The status is part of it, as an artifact expires without being written to; and so is that of
  // its PDF.
  std::string tag = "\"" + std::to_string(artifact.version);
  tag += '-';
  tag += to_string(artifact.status);
  if (pdf) tag.append("-").append(to_string(*pdf));
  return tag + '"';
}

}  // namespace

std::string_view to_string(ArtifactStatus status) {
  switch (status) {
    case ArtifactStatus::active:
      return "active";
    case ArtifactStatus::expired:
      return "expired";
    case ArtifactStatus::deleted:
      return "deleted";
  }
  return {};
}

std::optional<ArtifactStatus> parse_artifact_status(std::string_view name) {
  for (const auto status :
       {ArtifactStatus::active, ArtifactStatus::expired, ArtifactStatus::deleted})
    if (to_string(status) == name) return status;
  return std::nullopt;
}

std::string entity_tag(const Artifact& artifact) {
  return tag_with(artifact, artifact.pdf ? std::optional(artifact.pdf->progress) : std::nullopt);
}

bool match_version(const EntityTags& tags, const Artifact& artifact) {
  if (tags.match_strongly(tag_with(artifact, std::nullopt))) return true;
  if (!artifact.pdf) return false;
  return tags.match_strongly(tag_with(artifact, PdfProgress::rendering)) ||
         tags.match_strongly(tag_with(artifact, PdfProgress::ready)) ||
         tags.match_strongly(tag_with(artifact, PdfProgress::failed));
}

}  // namespace core
