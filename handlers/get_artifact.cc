// GET /artifacts/{artifact_id}
#include "handlers/artifact_fields.h"
#include "handlers/endpoints.h"
#include "handlers/entity_tag.h"

namespace handlers {

core::Result<fcgi::Response> get_artifact(Services& services, const fcgi::Request& request,
                                          const core::Caller& caller) {
  const auto artifact = own_artifact(services, request, caller, Content::with);
  if (!artifact) return artifact.error();

  const std::string tag = core::entity_tag(*artifact);
  const bool known =
      names_entity_tag(request.parameter("HTTP_IF_NONE_MATCH"), tag, TagComparison::weak);
  fcgi::Response response =
      known ? fcgi::Response::plain(304, {}, {}) : fcgi::Response::json(200, full_json(*artifact));
  response.header("ETag", tag);
  return response;
}

}  // namespace handlers
