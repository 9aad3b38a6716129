#include "handlers/dashboard/artifacts/own_artifact.h"

#include "handlers/dashboard/form_problem.h"
#include "handlers/dashboard/page_response.h"
#include "handlers/path_ids.h"

namespace handlers::dashboard {

core::Result<core::Artifact> own_artifact(app::Artifacts& artifacts, const fcgi::Request& request,
                                          const core::Session& session, Content content) {
  auto artifact = artifacts.find(actor(session, request), artifact_id(request), content);
  if (!artifact) return page_problem(artifact.error());
  return artifact;
}

}  // namespace handlers::dashboard
