// DELETE /artifacts/{artifact_id}
#include "handlers/api/artifact_fields.h"
#include "handlers/api/artifact_writes.h"
#include "handlers/api/audit_note.h"
#include "handlers/endpoints.h"

namespace handlers {
namespace {

using core::Error;
using core::ErrorCode;

core::Result<Deletion> wanted_deletion(const fcgi::Request& request) {
  const auto permanent = request.query("permanent");
  if (!permanent || *permanent == "false") return Deletion::soft;
  if (*permanent == "true") return Deletion::permanent;
  return Error{ErrorCode::invalid_request, "permanent must be true or false"};
}

}  // namespace

core::Result<fcgi::Response> delete_artifact(Services& services, const fcgi::Request& request,
                                             const core::Caller& caller) {
  const auto deletion = wanted_deletion(request);
  if (!deletion) return deletion.error();
  const auto deleted_at = delete_latest(
      services, [&] { return own_artifact(services, request, caller, Content::without); },
      *deletion, audit_note(request, caller),
      [&](const core::Artifact& artifact) { return check_if_match(request, artifact); });
  if (!deleted_at) return deleted_at.error();

  core::JsonWriter json;
  json.begin_object();
  json.member("id", artifact_id(request).to_string());
  json.member("status", core::to_string(core::ArtifactStatus::deleted));
  json.member("deletedAt", deleted_at->rfc3339());
  json.end_object();
  return fcgi::Response::json(200, json.text());
}

}  // namespace handlers
