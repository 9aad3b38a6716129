#include "handlers/api/artifact_writes.h"

#include "db/artifacts/artifact_store.h"
#include "handlers/api/artifact_fields.h"

namespace handlers {
namespace {

using core::Error;
using core::ErrorCode;

std::optional<Error> check(const Precondition& precondition, const core::Artifact& artifact) {
  return precondition ? precondition(artifact) : std::nullopt;
}

}  // namespace

core::Result<core::Artifact> change_latest(Services& services, const PeekArtifact& peek,
                                           const core::JsonObject& body,
                                           const Precondition& precondition) {
  for (;;) {
    const auto artifact = peek();
    if (!artifact) return artifact.error();
    const auto change = read_change(body, *artifact);
    if (!change) return change.error();
    if (artifact->status == core::ArtifactStatus::deleted) {
      return Error{ErrorCode::artifact_deleted,
                   "the artifact is deleted; restore it before updating it"};
    }
    if (auto problem = check(precondition, *artifact)) return *std::move(problem);
    auto changed = services.artifacts.update(artifact->id, artifact->version, *change);
    if (!changed) return changed.error();
    if (*changed) return **std::move(changed);
  }
}

core::Result<core::Timestamp> delete_latest(Services& services, const PeekArtifact& peek,
                                            Deletion deletion,
                                            const std::optional<core::AuditNote>& note,
                                            const Precondition& precondition) {
  for (;;) {
    const auto artifact = peek();
    if (!artifact) return artifact.error();
    if (auto problem = check(precondition, *artifact)) return *std::move(problem);
    const auto deleted_at =
        deletion == Deletion::permanent
            ? services.artifacts.remove(artifact->id, artifact->version, note)
            : services.artifacts.soft_delete(artifact->id, artifact->version, note);
    if (deleted_at) return *deleted_at;
  }
}

std::optional<Error> restore_latest(Services& services, const PeekArtifact& peek,
                                    const std::optional<core::AuditNote>& note) {
  for (;;) {
    const auto artifact = peek();
    if (!artifact) return artifact.error();
    if (artifact->status != core::ArtifactStatus::deleted)
      return Error{ErrorCode::not_deleted, "the artifact is not deleted"};
    if (services.artifacts.restore(artifact->id, artifact->version, note)) return std::nullopt;
  }
}

}  // namespace handlers
