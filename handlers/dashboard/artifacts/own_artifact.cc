#include "handlers/dashboard/artifacts/own_artifact.h"

#include "db/artifacts/artifact_store.h"
#include "handlers/api/artifact_fields.h"

namespace handlers::dashboard {

core::Result<core::Artifact> own_artifact(Services& services, const fcgi::Request& request,
                                          const core::Session& session,
                                          db::ArtifactStore::Content content) {
  auto artifact = services.artifacts.find(artifact_id(request), content);
  if (!artifact || artifact->account != session.account) return not_found();
  return *std::move(artifact);
}

}  // namespace handlers::dashboard
