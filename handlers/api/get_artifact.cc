// GET /artifacts/{artifact_id} and /artifacts/by-external-id/{external_id}
#include "app/artifacts/artifacts.h"
#include "app/sharing/share_links.h"
#include "handlers/api/input/preconditions.h"
#include "handlers/api/resource_json.h"
#include "handlers/endpoints.h"
#include "handlers/path_ids.h"

namespace handlers {
namespace {

// With a `share_links`, the response has the link that is kept alive, if there is one.
template <typename Id>
core::Result<fcgi::Response> answer_with(app::Artifacts& artifacts, app::ShareLinks* share_links,
                                         const fcgi::Request& request, const app::Actor& actor,
                                         const Id& id) {
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
  const auto link =
      share_links == nullptr ? std::nullopt : share_links->find_kept(actor, artifact->id);
  return artifact_response(*artifact, app::Artifacts::Content::with, {}, link);
}

}  // namespace

core::Result<fcgi::Response> get_artifact(app::Artifacts& artifacts, const fcgi::Request& request,
                                          const app::Actor& actor) {
  return answer_with(artifacts, nullptr, request, actor, artifact_id(request));
}

core::Result<fcgi::Response> get_artifact_by_external_id(app::Artifacts& artifacts,
                                                         app::ShareLinks& share_links,
                                                         const fcgi::Request& request,
                                                         const app::Actor& actor) {
  return answer_with(artifacts, &share_links, request, actor, external_id(request));
}

}  // namespace handlers
