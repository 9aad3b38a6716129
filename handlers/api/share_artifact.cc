// POST /artifacts/{artifact_id}/share
#include "app/sharing/share_links.h"
#include "core/input/json_field_reader.h"
#include "handlers/api/input/json_body.h"
#include "handlers/api/resource_json.h"
#include "handlers/endpoints.h"
#include "handlers/path_ids.h"

namespace handlers {

core::Result<fcgi::Response> share_artifact(app::ShareLinks& share_links,
                                            const fcgi::Request& request, const app::Actor& actor) {
  const auto body = body_of(request, Body::optional);
  if (!body) return body.error();
  core::JsonFieldReader reader(*body, core::BodyOf::new_link);
  const auto link = app::read_new_share_link(reader);
  if (!link) return link.error();
  const auto created = share_links.create(actor, artifact_id(request), *link);
  if (!created) return created.error();

  core::JsonWriter json;
  json.begin_object();
  write_created_share_link(json, *link, *created);
  core::write_warnings(json, reader.warnings(), created->warnings);
  json.end_object();
  return fcgi::Response::json(200, json.text());
}

}  // namespace handlers
