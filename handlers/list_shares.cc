// GET /artifacts/{artifact_id}/shares
#include "handlers/artifact_fields.h"
#include "handlers/endpoints.h"

namespace handlers {

core::Result<fcgi::Response> list_shares(Services& services, const fcgi::Request& request,
                                         const core::Caller& caller) {
  const auto artifact = own_artifact(services, request, caller, Content::without);
  if (!artifact) return artifact.error();
  core::JsonWriter json;
  json.begin_object();
  json.key("data").begin_array();
  for (const core::ShareLinkState& state : services.shares.list(artifact->id))
    write_share_link(json, state, services);
  json.end_array();
  json.end_object();
  return fcgi::Response::json(200, json.text());
}

}  // namespace handlers
