// POST /artifacts/share
#include "app/artifacts/artifact_input.h"
#include "app/sharing/share_links.h"
#include "core/input/json_field_reader.h"
#include "handlers/api/input/artifact_body.h"
#include "handlers/api/resource_json.h"
#include "handlers/endpoints.h"

namespace handlers {

core::Result<fcgi::Response> create_and_share(app::ShareLinks& share_links,
                                              const fcgi::Request& request,
                                              const app::Actor& actor) {
  const auto body = artifact_body_of(request, core::BodyOf::new_artifact_and_link);
  if (!body) return body.error();
  core::JsonFieldReader reader(body->fields, core::BodyOf::new_artifact_and_link);
  auto artifact = app::read_new_artifact(reader, body->file);
  // Its errors include those that the reader has found for the artifact.
  const auto link = app::read_new_share_link(reader);
  if (!link) return body->in_its_terms(link.error());
  if (!artifact) return body->in_its_terms(artifact.error());
  // One expiry for both; what is made in one go is meant to go away again.
  artifact->expiry = link->expiry.value_or(share_links.usual_expiry(actor));
  const auto created = share_links.create_with_artifact(actor, *artifact, *link);
  if (!created) return body->in_its_terms(created.error());

  core::JsonWriter json;
  json.begin_object();
  write_created_artifact(json, *artifact, created->artifact, created->pdf);
  json.member("url", created->link.url);
  write_end(json, created->link.link);
  json.key("share").begin_object();
  write_created_share_link(json, *link, created->link);
  json.end_object();
  std::vector<core::Warning> warnings = reader.warnings();
  core::append(warnings, created->warnings);
  core::write_warnings(json, warnings, created->link.warnings);
  json.end_object();
  const core::ArtifactId& id = created->artifact.id;
  fcgi::Response response = created_response(request, id.to_string(), json.text());
  response.header("ETag", core::entity_tag_of_new(id, created->pdf));
  return response;
}

}  // namespace handlers
