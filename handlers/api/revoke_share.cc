// DELETE /artifacts/{artifact_id}/shares/{share_id}
#include "db/artifacts/share_store.h"
#include "handlers/api/artifact_fields.h"
#include "handlers/api/audit_note.h"
#include "handlers/endpoints.h"

namespace handlers {

core::Result<fcgi::Response> revoke_share(Services& services, const fcgi::Request& request,
                                          const core::Caller& caller) {
  const auto artifact = own_artifact(services, request, caller, Content::without);
  if (!artifact) return artifact.error();
  const core::ShareId id = share_id(request);
  const auto revoked_at = services.shares.revoke(id, artifact->id, audit_note(request, caller));
  if (!revoked_at) return no_such_share();
  core::JsonWriter json;
  json.begin_object();
  json.member("id", id.to_string());
  json.member("revokedAt", revoked_at->rfc3339());
  json.end_object();
  return fcgi::Response::json(200, json.text());
}

}  // namespace handlers
