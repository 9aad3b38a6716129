// PUT /artifacts/{artifact_id}
#include "handlers/api/artifact_fields.h"
#include "handlers/api/artifact_writes.h"
#include "handlers/endpoints.h"

namespace handlers {
namespace {

fcgi::Response answer(const core::Artifact& artifact) {
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
  const auto body = body_of(request, core::BodyOf::artifact);
  if (!body) return body.error();
  const auto changed = change_latest(
      services, [&] { return own_artifact(services, request, caller, Content::without); }, *body,
      [&](const core::Artifact& artifact) { return check_if_match(request, artifact); });
  if (!changed) return changed.error();
  return answer(*changed);
}

}  // namespace handlers
