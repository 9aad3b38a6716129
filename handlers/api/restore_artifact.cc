// POST /artifacts/{artifact_id}/restore
#include "handlers/api/artifact_fields.h"
#include "handlers/api/artifact_writes.h"
#include "handlers/api/audit_note.h"
#include "handlers/endpoints.h"

namespace handlers {

core::Result<fcgi::Response> get_restored_artifact(Services& services, const fcgi::Request& request,
                                                   const core::Caller& caller) {
  const auto restored = own_artifact(services, request, caller, Content::with);
  if (!restored) return restored.error();
  fcgi::Response response = fcgi::Response::json(200, full_json(*restored));
  response.header("ETag", core::entity_tag(*restored));
  return response;
}

core::Result<fcgi::Response> restore_artifact(Services& services, const fcgi::Request& request,
                                              const core::Caller& caller) {
  const auto problem = restore_latest(
      services, [&] { return own_artifact(services, request, caller, Content::without); },
      audit_note(request, caller));
  if (problem) return *problem;
  return get_restored_artifact(services, request, caller);
}

}  // namespace handlers
