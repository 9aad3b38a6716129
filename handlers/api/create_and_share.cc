// POST /artifacts/share
#include "app/artifact_input.h"
#include "app/share_links.h"
#include "core/input/json_field_reader.h"
#include "handlers/api/artifact_body.h"
#include "handlers/api/resource_json.h"
#include "handlers/endpoints.h"

namespace handlers {

core::Result<fcgi::Response> create_and_share(app::ShareLinks& share_links,
                                              const fcgi::Request& request,
                                              const app::Actor& actor) {
  const auto body = artifact_body_of(request, core::BodyOf::artifact_and_link);
  if (!body) return body.error();
  core::JsonFieldReader reader(body->fields);
  auto artifact = app::read_new_artifact(reader, body->file);
  if (!artifact) return artifact.error();
  const auto link = app::read_new_share_link(reader);
  if (!link) return link.error();
  // One expiry for both; what is made in one go is meant to go away again.
  artifact->expiry = link->options.expiry;
  const auto created = share_links.create_with_artifact(actor, *artifact, *link);
  if (!created) return created.error();

  core::JsonWriter json;
  json.begin_object();
  write_created_artifact(json, *artifact, created->artifact, created->pdf);
  json.member("url", created->link.url);
  write_end(json, created->link.link);
  core::write_warnings(json, created->warnings);
  json.end_object();
  return fcgi::Response::json(201, json.text());
}

}  // namespace handlers
