// GET /artifacts/{artifact_id}
#include "handlers/api/artifact_fields.h"
#include "handlers/endpoints.h"
#include "handlers/entity_tag.h"

namespace handlers {
namespace {

fcgi::Response tagged(fcgi::Response response, std::string tag) {
  response.header("ETag", std::move(tag));
  return response;
}

}  // namespace

core::Result<fcgi::Response> get_artifact(Services& services, const fcgi::Request& request,
                                          const core::Caller& caller) {
  if (const std::string_view known = request.parameter("HTTP_IF_NONE_MATCH"); !known.empty()) {
    const auto artifact = own_artifact(services, request, caller, Content::without);
    if (!artifact) return artifact.error();
    const std::string tag = core::entity_tag(*artifact);
    if (names_entity_tag(known, tag, TagComparison::weak))
      return tagged(fcgi::Response::plain(304, {}, {}), tag);
  }
  const auto artifact = own_artifact(services, request, caller, Content::with);
  if (!artifact) return artifact.error();
  return tagged(fcgi::Response::json(200, full_json(*artifact)), core::entity_tag(*artifact));
}

}  // namespace handlers
