// PUT /artifacts/{artifact_id}
#include "app/artifacts/artifacts.h"
#include "core/input/json_field_reader.h"
#include "core/json/json_writer.h"
#include "handlers/api/input/artifact_body.h"
#include "handlers/api/input/preconditions.h"
#include "handlers/api/resource_json.h"
#include "handlers/endpoints.h"
#include "handlers/path_ids.h"

namespace handlers {
namespace {

fcgi::Response answer(const app::ChangedArtifact& artifact,
                      const std::vector<core::Warning>& warnings) {
  core::JsonWriter json;
  json.begin_object();
  write_changed_artifact(json, artifact);
  core::write_warnings(json, warnings, artifact.warnings);
  json.end_object();
  fcgi::Response response = fcgi::Response::json(200, json.text());
  response.header("ETag", core::entity_tag(artifact));
  return response;
}

}  // namespace

core::Result<fcgi::Response> update_artifact(app::Artifacts& artifacts,
                                             const fcgi::Request& request,
                                             const app::Actor& actor) {
  const auto conditions = preconditions(request);
  if (!conditions) return conditions.error();
  const auto body = artifact_body_of(request, core::BodyOf::artifact_change);
  if (!body) return body.error();
  core::JsonFieldReader reader(body->fields, core::BodyOf::artifact_change);
  const auto changed = artifacts.change(actor, artifact_id(request),
                                        app::read_artifact_change(reader, body->file), *conditions);
  if (!changed) return body->in_its_terms(changed.error());
  return answer(*changed, reader.warnings());
}

}  // namespace handlers
