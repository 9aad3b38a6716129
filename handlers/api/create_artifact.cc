// POST /artifacts
#include "core/clock.h"
#include "db/artifacts/artifact_store.h"
#include "handlers/api/artifact_fields.h"
#include "handlers/endpoints.h"

namespace handlers {

core::Result<fcgi::Response> create_artifact(Services& services, const fcgi::Request& request,
                                             const core::Caller& caller) {
  const auto body = body_of(request, core::BodyOf::artifact);
  if (!body) return body.error();
  const auto artifact = read_new_artifact(*body);
  if (!artifact) return artifact.error();

  const auto created =
      services.artifacts.create(core::ArtifactId::generate(core::now()), caller.account, *artifact);
  if (!created) return created.error();

  core::JsonWriter json;
  json.begin_object();
  write_created_artifact(json, *artifact, *created);
  if (created->expires_at) json.member("expiresAt", created->expires_at->rfc3339());
  json.end_object();
  return fcgi::Response::json(201, json.text());
}

}  // namespace handlers
