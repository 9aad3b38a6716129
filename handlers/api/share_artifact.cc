// POST /artifacts/{artifact_id}/share
#include "core/clock.h"
#include "core/operation/configuration.h"
#include "db/artifacts/share_store.h"
#include "handlers/api/artifact_fields.h"
#include "handlers/api/audit_note.h"
#include "handlers/endpoints.h"
#include "runtime/password_checker.h"

namespace handlers {

core::Result<fcgi::Response> share_artifact(Services& services, const fcgi::Request& request,
                                            const core::Caller& caller) {
  const auto body = body_of(request, core::BodyOf::link, Body::optional);
  if (!body) return body.error();
  const auto link = read_new_share_link(*body, services.passwords, caller.account);
  if (!link) return link.error();

  const core::Result<core::ShareLink> made = services.shares.create(
      core::ShareId::generate(core::now()), artifact_id(request), caller.account, *link,
      services.configuration.signing_keys.current().id, audit_note(request, caller));
  if (!made) return made.error();

  // It was signed with the current key.
  const ShareAddress address = address_of(*made, services.configuration).value();
  core::JsonWriter json;
  json.begin_object();
  json.member("url", address.url);
  json.member("token", address.token);
  json.member("expiresAt", made->expires_at.rfc3339());
  json.end_object();
  return fcgi::Response::json(200, json.text());
}

}  // namespace handlers
