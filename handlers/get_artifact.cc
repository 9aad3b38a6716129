// GET /artifacts/{artifact_id}
#include "handlers/artifact_fields.h"
#include "handlers/endpoints.h"

namespace handlers {

core::Result<fcgi::Response> get_artifact(Services& services, const fcgi::Request& request,
                                          const core::Caller& caller) {
  const auto id = artifact_id(request);
  if (!id) return id.error();
  const std::optional<core::Artifact> artifact = services.artifacts.find(*id);
  if (!artifact)
    return core::Error{core::ErrorCode::not_found, "there is no artifact with this id"};
  if (artifact->account != caller.account)
    return core::Error{core::ErrorCode::forbidden, "this artifact belongs to another account"};

  core::JsonWriter json;
  json.begin_object();
  json.member("id", artifact->id.to_string());
  json.member("template", core::to_string(artifact->content_template));
  json.member("title", artifact->title);
  json.member("description", artifact->description);
  json.key("content").raw(artifact->content);
  json.member("status", core::to_string(artifact->status));
  json.key("metadata").raw(artifact->metadata);
  json.member("createdAt", artifact->created_at.rfc3339());
  json.member("updatedAt", artifact->updated_at.rfc3339());
  if (artifact->expires_at) json.member("expiresAt", artifact->expires_at->rfc3339());
  if (artifact->deleted_at) json.member("deletedAt", artifact->deleted_at->rfc3339());
  json.end_object();
  return fcgi::Response::json(200, json.text());
}

}  // namespace handlers
