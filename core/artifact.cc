#include "core/artifact.h"

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

}  // namespace core
