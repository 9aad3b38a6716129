// POST /artifacts/{artifact_id}/restore
#include "app/artifacts/artifacts.h"
#include "core/input/json_field_reader.h"
#include "handlers/api/input/json_body.h"
#include "handlers/api/resource_json.h"
#include "handlers/endpoints.h"
#include "handlers/path_ids.h"

namespace handlers {
namespace {

// The warnings about a body, which takes no fields and may be absent. Errors: those of body_of(),
// and invalid_request for a field that another call takes.
core::Result<std::vector<core::Warning>> check_body(const fcgi::Request& request) {
  const auto body = body_of(request, Body::optional);
  if (!body) return body.error();
  const core::JsonFieldReader reader(*body, core::BodyOf::restoration);
  if (auto problem = reader.problem()) return *std::move(problem);
  return reader.warnings();
}

// Restoring must not show content to a key that may not read it.
app::Artifacts::Content content_for(const app::Actor& actor) {
  return actor.refuse(core::Scope::artifacts_read) ? app::Artifacts::Content::without
                                                   : app::Artifacts::Content::with;
}

}  // namespace

core::Result<fcgi::Response> restore_artifact(app::Artifacts& artifacts,
                                              const fcgi::Request& request,
                                              const app::Actor& actor) {
  const auto warnings = check_body(request);
  if (!warnings) return warnings.error();
  const auto content = content_for(actor);
  const auto restored = artifacts.restore(actor, artifact_id(request), content);
  if (!restored) return restored.error();
  return artifact_response(*restored, content, *warnings);
}

core::Result<fcgi::Response> get_restored_artifact(app::Artifacts& artifacts,
                                                   const fcgi::Request& request,
                                                   const app::Actor& actor) {
  const auto warnings = check_body(request);
  if (!warnings) return warnings.error();
  const auto content = content_for(actor);
  const auto restored = artifacts.find_restored(actor, artifact_id(request), content);
  if (!restored) return restored.error();
  return artifact_response(*restored, content, *warnings);
}

}  // namespace handlers
