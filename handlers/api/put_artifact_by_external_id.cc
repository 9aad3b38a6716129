// PUT /artifacts/by-external-id/{external_id}
#include "app/artifact_upserts.h"
#include "core/input/json_field_reader.h"
#include "handlers/api/json_body.h"
#include "handlers/api/preconditions.h"
#include "handlers/api/resource_json.h"
#include "handlers/endpoints.h"
#include "handlers/path_ids.h"

namespace handlers {
namespace {

core::Error within_share(core::Error error) {
  if (!error.field.empty()) error.field = "/share/" + error.field;
  return error;
}

// The member `share`, if there is one: what a link is changed by.
core::Result<std::optional<app::ShareLinkChange>> read_share(core::JsonFieldReader& reader) {
  const auto text = reader.object("share", core::ErrorCode::invalid_request);
  if (reader.error()) return *reader.error();
  if (!text) return std::optional<app::ShareLinkChange>();
  const auto share = core::JsonObject::parse(*text);
  if (!share) return share.error();
  if (auto problem = core::check_member_names(*share, core::BodyOf::link))
    return *std::move(problem);
  core::JsonFieldReader share_reader(*share);
  auto change = app::read_share_link_change(share_reader);
  if (!change) return within_share(change.error());
  return std::optional(*std::move(change));
}

core::Result<app::ArtifactUpsert> read_upsert(const core::JsonObject& body,
                                              const core::ExternalId& id) {
  core::JsonFieldReader reader(body);
  auto change = app::read_whole_artifact_change(reader);
  if (!change) return change.error();
  if (change->external_id && change->external_id != id) {
    return core::Error{core::ErrorCode::invalid_request,
                       "must be the one in the path, or be left out", "externalId"};
  }
  auto link = read_share(reader);
  if (!link) return link.error();
  return app::ArtifactUpsert{*std::move(change), *std::move(link)};
}

}  // namespace

core::Result<fcgi::Response> put_artifact_by_external_id(app::ArtifactUpserts& upserts,
                                                         const fcgi::Request& request,
                                                         const app::Actor& actor) {
  const auto body = body_of(request, core::BodyOf::upsert);
  if (!body) return body.error();
  const core::ExternalId id = external_id(request);
  const auto upsert = read_upsert(*body, id);
  if (!upsert) return upsert.error();
  const auto upserted = upserts.put(actor, id, *upsert, if_match(request));
  if (!upserted) return upserted.error();

  core::JsonWriter json;
  json.begin_object();
  write_changed_artifact(json, upserted->artifact);
  if (upserted->link) {
    json.key("share");
    write_share_link(json, *upserted->link);
  }
  core::write_warnings(json, upserted->artifact.warnings);
  json.end_object();
  fcgi::Response response = fcgi::Response::json(upserted->is_new ? 201 : 200, json.text());
  response.header("ETag", core::entity_tag(upserted->artifact));
  return response;
}

}  // namespace handlers
