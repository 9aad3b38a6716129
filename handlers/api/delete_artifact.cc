// DELETE /artifacts/{artifact_id}
#include "app/artifacts/artifacts.h"
#include "core/json/json_writer.h"
#include "handlers/api/input/preconditions.h"
#include "handlers/endpoints.h"
#include "handlers/path_ids.h"

namespace handlers {
namespace {

using Deletion = app::Artifacts::Deletion;

core::Result<Deletion> wanted_deletion(const fcgi::Request& request) {
  const auto permanent = request.query("permanent");
  if (!permanent || *permanent == "false") return Deletion::soft;
  if (*permanent == "true") return Deletion::permanent;
  return core::Error{core::ErrorCode::invalid_request, "permanent must be true or false"};
}

}  // namespace

core::Result<fcgi::Response> delete_artifact(app::Artifacts& artifacts,
                                             const fcgi::Request& request,
                                             const app::Actor& actor) {
  const auto deletion = wanted_deletion(request);
  if (!deletion) return deletion.error();
  const auto conditions = preconditions(request);
  if (!conditions) return conditions.error();
  const core::ArtifactId id = artifact_id(request);
  const auto deleted_at = artifacts.remove(actor, id, *deletion, *conditions);
  if (!deleted_at) return deleted_at.error();

  core::JsonWriter json;
  json.begin_object();
  json.member("id", id.to_string());
  json.member("status", core::to_string(core::ArtifactStatus::deleted));
  json.member("deletedAt", deleted_at->rfc3339());
  json.member("permanent", *deletion == Deletion::permanent);
  json.end_object();
  return fcgi::Response::json(200, json.text());
}

}  // namespace handlers
