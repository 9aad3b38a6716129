// POST /artifacts/{artifact_id}/restore
#include "handlers/artifact_fields.h"
#include "handlers/endpoints.h"

namespace handlers {

core::Result<fcgi::Response> restore_artifact(Services& services, const fcgi::Request& request,
                                              const core::Caller& caller) {
  for (;;) {
    const auto artifact = own_artifact(services, request, caller, Content::without);
    if (!artifact) return artifact.error();
    if (artifact->status != core::ArtifactStatus::deleted)
      return core::Error{core::ErrorCode::not_deleted, "the artifact is not deleted"};
    if (!services.artifacts.restore(artifact->id, artifact->version)) continue;

    const auto restored = own_artifact(services, request, caller, Content::with);
    if (!restored) return restored.error();
    fcgi::Response response = fcgi::Response::json(200, full_json(*restored));
    response.header("ETag", core::entity_tag(*restored));
    return response;
  }
}

}  // namespace handlers
