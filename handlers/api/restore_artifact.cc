// POST /artifacts/{artifact_id}/restore
#include "app/artifacts.h"
#include "handlers/api/resource_json.h"
#include "handlers/endpoints.h"
#include "handlers/path_ids.h"

namespace handlers {

core::Result<fcgi::Response> restore_artifact(app::Artifacts& artifacts,
                                              const fcgi::Request& request,
                                              const app::Actor& actor) {
  const auto restored =
      artifacts.restore(actor, artifact_id(request), app::Artifacts::Content::with);
  if (!restored) return restored.error();
  return artifact_response(*restored);
}

core::Result<fcgi::Response> get_restored_artifact(app::Artifacts& artifacts,
                                                   const fcgi::Request& request,
                                                   const app::Actor& actor) {
  const auto restored = artifacts.find_restored(actor, artifact_id(request));
  if (!restored) return restored.error();
  return artifact_response(*restored);
}

}  // namespace handlers
