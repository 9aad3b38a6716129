// POST /artifacts
#include "app/artifacts.h"
#include "core/input/json_field_reader.h"
#include "handlers/api/json_body.h"
#include "handlers/api/resource_json.h"
#include "handlers/endpoints.h"

namespace handlers {

core::Result<fcgi::Response> create_artifact(app::Artifacts& artifacts,
                                             const fcgi::Request& request,
                                             const app::Actor& actor) {
  const auto body = body_of(request, core::BodyOf::artifact);
  if (!body) return body.error();
  core::JsonFieldReader reader(*body);
  const auto artifact = app::read_new_artifact(reader);
  if (!artifact) return artifact.error();
  const auto created = artifacts.create(actor, *artifact);
  if (!created) return created.error();

  core::JsonWriter json;
  json.begin_object();
  write_created_artifact(json, *artifact, *created);
  if (created->expires_at) json.member("expiresAt", created->expires_at->rfc3339());
  json.end_object();
  return fcgi::Response::json(201, json.text());
}

}  // namespace handlers
