// DELETE /artifacts/{artifact_id}/shares/{share_id}
#include "app/sharing/share_links.h"
#include "core/json/json_writer.h"
#include "handlers/endpoints.h"
#include "handlers/path_ids.h"

namespace handlers {

core::Result<fcgi::Response> revoke_share(app::ShareLinks& share_links,
                                          const fcgi::Request& request, const app::Actor& actor) {
  const core::ShareId id = share_id(request);
  const auto revoked_at = share_links.revoke(actor, artifact_id(request), id);
  if (!revoked_at) return revoked_at.error();
  core::JsonWriter json;
  json.begin_object();
  json.member("id", id.to_string());
  json.member("revokedAt", revoked_at->rfc3339());
  json.end_object();
  return fcgi::Response::json(200, json.text());
}

}  // namespace handlers
