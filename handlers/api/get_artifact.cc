// GET /artifacts/{artifact_id}
#include "app/artifacts.h"
#include "handlers/api/preconditions.h"
#include "handlers/api/resource_json.h"
#include "handlers/endpoints.h"
#include "handlers/path_ids.h"

namespace handlers {

core::Result<fcgi::Response> get_artifact(app::Artifacts& artifacts, const fcgi::Request& request,
                                          const app::Actor& actor) {
  const core::ArtifactId id = artifact_id(request);
  if (const auto known = if_none_match(request)) {
    const auto artifact = artifacts.find(actor, id, app::Artifacts::Content::without);
    if (!artifact) return artifact.error();
    const std::string tag = core::entity_tag(*artifact);
    if (known->match_weakly(tag)) {
      fcgi::Response response = fcgi::Response::plain(304, {}, {});
      response.header("ETag", tag);
      return response;
    }
  }
  const auto artifact = artifacts.find(actor, id, app::Artifacts::Content::with);
  if (!artifact) return artifact.error();
  return artifact_response(*artifact);
}

}  // namespace handlers
