// GET /artifacts/{artifact_id} and /artifacts/by-external-id/{external_id}
#include "app/artifacts/artifacts.h"
#include "handlers/api/input/preconditions.h"
#include "handlers/api/resource_json.h"
#include "handlers/endpoints.h"
#include "handlers/path_ids.h"

namespace handlers {
namespace {

template <typename Id>
core::Result<fcgi::Response> answer_with(app::Artifacts& artifacts, const fcgi::Request& request,
                                         const app::Actor& actor, const Id& id) {
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
  return artifact_response(*artifact, app::Artifacts::Content::with);
}

}  // namespace

core::Result<fcgi::Response> get_artifact(app::Artifacts& artifacts, const fcgi::Request& request,
                                          const app::Actor& actor) {
  return answer_with(artifacts, request, actor, artifact_id(request));
}

core::Result<fcgi::Response> get_artifact_by_external_id(app::Artifacts& artifacts,
                                                         const fcgi::Request& request,
                                                         const app::Actor& actor) {
  return answer_with(artifacts, request, actor, external_id(request));
}

}  // namespace handlers
