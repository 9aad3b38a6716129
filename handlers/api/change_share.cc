// PATCH /artifacts/{artifact_id}/shares/{share_id}
#include "core/operation/configuration.h"
#include "db/artifacts/share_store.h"
#include "db/counters/view_counter.h"
#include "handlers/api/artifact_fields.h"
#include "handlers/api/audit_note.h"
#include "handlers/endpoints.h"
#include "runtime/password_checker.h"

namespace handlers {

core::Result<fcgi::Response> change_share(Services& services, const fcgi::Request& request,
                                          const core::Caller& caller) {
  const auto body = body_of(request, core::BodyOf::link);
  if (!body) return body.error();
  const auto change = read_share_link_change(*body, services.passwords, caller.account);
  if (!change) return change.error();
  const auto artifact = own_artifact(services, request, caller, Content::without);
  if (!artifact) return artifact.error();

  const core::ShareId id = share_id(request);
  // Views that wait elsewhere have to be in the link's row before a limit counts there.
  if (change->max_views) services.views.fold_one(id);
  auto state = services.shares.change(id, artifact->id, *change, audit_note(request, caller));
  if (!state) return no_such_share();
  // And so those that were counted elsewhere before the limit was there.
  if (change->max_views && services.views.fold_one(id)) {
    state = services.shares.change(id, artifact->id, {});
    if (!state) return no_such_share();
  }
  core::JsonWriter json;
  write_share_link(json, *state, services.views.waiting({id}).front(), services.configuration);
  return fcgi::Response::json(200, json.text());
}

}  // namespace handlers
