// GET /artifacts/{artifact_id}/shares
#include "core/configuration.h"
#include "db/share_store.h"
#include "db/view_counter.h"
#include "handlers/artifact_fields.h"
#include "handlers/endpoints.h"

namespace handlers {

core::Result<fcgi::Response> list_shares(Services& services, const fcgi::Request& request,
                                         const core::Caller& caller) {
  const auto artifact = own_artifact(services, request, caller, Content::without);
  if (!artifact) return artifact.error();
  const std::vector<core::ShareLinkState> links = services.shares.list(artifact->id);
  std::vector<core::ShareId> ids;
  ids.reserve(links.size());
  for (const core::ShareLinkState& state : links) ids.push_back(state.link.id);
  const std::vector<db::Views> waiting = services.views.waiting(ids);
  core::JsonWriter json;
  json.begin_object();
  json.key("data").begin_array();
  for (std::size_t i = 0; i < links.size(); ++i)
    write_share_link(json, links[i], waiting[i], services.configuration);
  json.end_array();
  json.end_object();
  return fcgi::Response::json(200, json.text());
}

}  // namespace handlers
