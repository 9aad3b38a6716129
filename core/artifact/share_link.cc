#include "core/artifact/share_link.h"

namespace core {

Error not_shared_deleted() {
  return {ErrorCode::artifact_deleted, "the artifact is deleted; restore it before sharing it"};
}

Error not_shared_expired() {
  return {ErrorCode::artifact_expired,
          "the artifact has expired; give it a new expiresIn before sharing it"};
}

Error not_shared_disabled(std::string_view reason) {
  return {ErrorCode::artifact_disabled,
          "the operator of this service has disabled the artifact, so it cannot be shared: " +
              std::string(reason)};
}

}  // namespace core
