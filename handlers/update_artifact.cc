// PUT /artifacts/{artifact_id}
#include "core/content.h"
#include "core/field_reader.h"
#include "handlers/artifact_fields.h"
#include "handlers/endpoints.h"

namespace handlers {
namespace {

using core::Error;
using core::ErrorCode;

core::Result<fcgi::Response> answer(const core::Artifact& artifact) {
  core::JsonWriter json;
  json.begin_object();
  json.member("id", artifact.id.to_string());
  json.member("template", core::to_string(artifact.content_template));
  json.member("title", artifact.title);
  json.member("status", core::to_string(artifact.status));
  json.member("createdAt", artifact.created_at.rfc3339());
  json.member("updatedAt", artifact.updated_at.rfc3339());
  if (artifact.expires_at) json.member("expiresAt", artifact.expires_at->rfc3339());
  json.end_object();
  fcgi::Response response = fcgi::Response::json(200, json.text());
  response.header("ETag", core::entity_tag(artifact));
  return response;
}

}  // namespace

core::Result<fcgi::Response> update_artifact(Services& services, const fcgi::Request& request,
                                             const core::Caller& caller) {
  const auto body = body_of(request, Body::required);
  if (!body) return body.error();
  // Each try is made against one version; if another call changed the artifact meanwhile, its
  // change is read and kept. Every round lets somebody through, so the rounds are bounded by the
  // callers.
  for (;;) {
    const auto artifact = own_artifact(services, request, caller, Content::without);
    if (!artifact) return artifact.error();
    const auto change = read_change(*body, *artifact);
    if (!change) return change.error();
    if (artifact->status == core::ArtifactStatus::deleted) {
      return Error{ErrorCode::artifact_deleted,
                   "the artifact is deleted; restore it before changing it"};
    }
    if (const auto problem = check_if_match(request, *artifact)) return *problem;
    if (const auto updated = services.artifacts.update(artifact->id, artifact->version, *change))
      return answer(*updated);
  }
}

}  // namespace handlers
