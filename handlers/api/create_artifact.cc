// POST /artifacts
#include "app/artifacts/artifacts.h"
#include "core/input/json_field_reader.h"
#include "handlers/api/input/artifact_body.h"
#include "handlers/api/resource_json.h"
#include "handlers/endpoints.h"

namespace handlers {

core::Result<fcgi::Response> create_artifact(app::Artifacts& artifacts,
                                             const fcgi::Request& request,
                                             const app::Actor& actor) {
  const auto body = artifact_body_of(request, core::BodyOf::new_artifact);
  if (!body) return body.error();
  core::JsonFieldReader reader(body->fields, core::BodyOf::new_artifact);
  const auto artifact = app::read_new_artifact(reader, body->file);
  if (!artifact) return body->in_its_terms(artifact.error());
  const auto created = artifacts.create(actor, *artifact);
  if (!created) return body->in_its_terms(created.error());

  core::JsonWriter json;
  json.begin_object();
  write_created_artifact(json, *artifact, *created, created->pdf);
  if (created->expires_at) json.member("expiresAt", created->expires_at->rfc3339());
  core::write_warnings(json, reader.warnings(), created->warnings);
  json.end_object();
  fcgi::Response response = created_response(request, created->id.to_string(), json.text());
  response.header("ETag", core::entity_tag_of_new(created->id, created->pdf));
  return response;
}

}  // namespace handlers
