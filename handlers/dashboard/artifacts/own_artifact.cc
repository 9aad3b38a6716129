#include "handlers/dashboard/artifacts/own_artifact.h"

#include "handlers/binding.h"
#include "handlers/dashboard/page.h"

namespace handlers::dashboard {

core::Result<core::Artifact> own_artifact(app::Artifacts& artifacts, const fcgi::Request& request,
                                          const core::Session& session, Content content) {
  auto artifact = artifacts.find(actor(session, request), artifact_id(request), content);
  if (!artifact) return page_problem(artifact.error());
  return artifact;
}

}  // namespace handlers::dashboard
