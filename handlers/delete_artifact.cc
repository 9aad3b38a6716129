// DELETE /artifacts/{artifact_id}
#include "handlers/artifact_fields.h"
#include "handlers/endpoints.h"

namespace handlers {
namespace {

using core::Error;
using core::ErrorCode;

core::Result<bool> is_permanent(const fcgi::Request& request) {
  const auto value = request.query("permanent");
  if (!value || *value == "false") return false;
  if (*value == "true") return true;
  return Error{ErrorCode::invalid_request, "permanent must be true or false"};
}

}  // namespace

core::Result<fcgi::Response> delete_artifact(Services& services, const fcgi::Request& request,
                                             const core::Caller& caller) {
  const auto permanent = is_permanent(request);
  if (!permanent) return permanent.error();
  for (;;) {
    const auto artifact = own_artifact(services, request, caller, Content::without);
    if (!artifact) return artifact.error();
    if (const auto problem = check_if_match(request, *artifact)) return *problem;
    const auto deleted_at = *permanent
                                ? services.artifacts.remove(artifact->id, artifact->version)
                                : services.artifacts.soft_delete(artifact->id, artifact->version);
    if (!deleted_at) continue;  // it has changed meanwhile

    core::JsonWriter json;
    json.begin_object();
    json.member("id", artifact->id.to_string());
    json.member("status", core::to_string(core::ArtifactStatus::deleted));
    json.member("deletedAt", deleted_at->rfc3339());
    json.end_object();
    return fcgi::Response::json(200, json.text());
  }
}

}  // namespace handlers
