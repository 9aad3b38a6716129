// PUT /artifacts/by-external-id/{external_id}
#include <algorithm>
#include <vector>

#include "app/artifacts/artifact_upserts.h"
#include "core/input/json_field_reader.h"
#include "handlers/api/input/artifact_body.h"
#include "handlers/api/input/preconditions.h"
#include "handlers/api/resource_json.h"
#include "handlers/endpoints.h"
#include "handlers/path_ids.h"

namespace handlers {
namespace {

core::Error within_share(core::Error error) {
  const auto move_field = [](core::Error& moved) {
    if (!moved.field.empty()) moved.field = "/share/" + moved.field;
  };
  move_field(error);
  std::for_each(error.others.begin(), error.others.end(), move_field);
  return error;
}

// The member `share`, if there is one: what a link is changed by. Its errors go to the reader.
std::optional<app::ShareLinkChange> read_share(core::JsonFieldReader& reader,
                                               std::vector<core::Warning>& warnings) {
  const auto text = reader.object("share", core::ErrorCode::invalid_request);
  if (!text || reader.has_error("share")) return std::nullopt;
  const auto share = core::JsonObject::parse(*text);
  if (!share) {
    reader.fail(share.error());
    return std::nullopt;
  }
  core::JsonFieldReader share_reader(*share, core::BodyOf::link_change);
  auto change = app::read_share_link_change(share_reader);
  if (!change) {
    reader.fail(within_share(change.error()));
    return std::nullopt;
  }
  for (core::Warning warning : share_reader.warnings()) {
    if (!warning.field.empty()) warning.field = "/share" + warning.field;
    warnings.push_back(std::move(warning));
  }
  return *std::move(change);
}

core::Result<app::ArtifactUpsert> read_upsert(const ArtifactBody& body, const core::ExternalId& id,
                                              std::vector<core::Warning>& warnings) {
  core::JsonFieldReader reader(body.fields, core::BodyOf::upsert);
  auto change = app::read_whole_artifact_change(reader, id, body.file);
  warnings = reader.warnings();
  auto link = read_share(reader, warnings);
  // Includes what is wrong with the change.
  if (auto problem = reader.problem()) return *std::move(problem);
  return app::ArtifactUpsert{*std::move(change), std::move(link)};
}

}  // namespace

core::Result<fcgi::Response> put_artifact_by_external_id(app::ArtifactUpserts& upserts,
                                                         const fcgi::Request& request,
                                                         const app::Actor& actor) {
  const auto conditions = preconditions(request);
  if (!conditions) return conditions.error();
  const auto body = artifact_body_of(request, core::BodyOf::upsert);
  if (!body) return body.error();
  const core::ExternalId id = external_id(request);
  std::vector<core::Warning> warnings;
  const auto upsert = read_upsert(*body, id, warnings);
  if (!upsert) return body->in_its_terms(upsert.error());
  const auto upserted = upserts.put(actor, id, *upsert, *conditions);
  if (!upserted) return body->in_its_terms(upserted.error());

  core::JsonWriter json;
  json.begin_object();
  write_changed_artifact(json, upserted->artifact);
  if (upserted->link) {
    json.key("share");
    write_share_link(json, *upserted->link);
  }
  core::write_warnings(json, warnings, upserted->artifact.warnings);
  json.end_object();
  fcgi::Response response =
      upserted->is_new ? created_response(request, upserted->artifact.id.to_string(), json.text())
                       : fcgi::Response::json(200, json.text());
  response.header("ETag", core::entity_tag(upserted->artifact));
  return response;
}

}  // namespace handlers
