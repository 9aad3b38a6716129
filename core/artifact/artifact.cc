#include "core/artifact/artifact.h"

namespace core {

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
  // Includes the status, as an artifact expires without a write.
  std::string tag = "\"" + std::to_string(artifact.version);
  tag += '-';
  tag += to_string(artifact.status);
  return tag + '"';
}

}  // namespace core
