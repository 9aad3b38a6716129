// PATCH /artifacts/{artifact_id}/shares/{share_id}
#include "app/sharing/share_links.h"
#include "core/input/json_field_reader.h"
#include "handlers/api/input/json_body.h"
#include "handlers/api/resource_json.h"
#include "handlers/endpoints.h"
#include "handlers/path_ids.h"

namespace handlers {

core::Result<fcgi::Response> change_share(app::ShareLinks& share_links,
                                          const fcgi::Request& request, const app::Actor& actor) {
  const auto body = body_of(request);
  if (!body) return body.error();
  core::JsonFieldReader reader(*body, core::BodyOf::link_change);
  const auto change = app::read_share_link_change(reader);
  if (!change) return change.error();
  const auto link = share_links.change(actor, artifact_id(request), share_id(request), *change);
  if (!link) return link.error();
  core::JsonWriter json;
  json.begin_object();
  write_share_link_members(json, *link);
  core::write_warnings(json, reader.warnings(), link->warnings);
  json.end_object();
  return fcgi::Response::json(200, json.text());
}

}  // namespace handlers
