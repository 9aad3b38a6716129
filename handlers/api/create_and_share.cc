// POST /artifacts/share
#include "core/clock.h"
#include "core/operation/configuration.h"
#include "db/artifacts/share_store.h"
#include "handlers/api/artifact_fields.h"
#include "handlers/api/audit_note.h"
#include "handlers/endpoints.h"
#include "runtime/password_checker.h"

namespace handlers {

core::Result<fcgi::Response> create_and_share(Services& services, const fcgi::Request& request,
                                              const core::Caller& caller) {
  const auto body = body_of(request, core::BodyOf::artifact_and_link);
  if (!body) return body.error();
  auto artifact = read_new_artifact(*body);
  if (!artifact) return artifact.error();
  const auto link = read_new_share_link(*body, services.passwords, caller.account);
  if (!link) return link.error();
  // One expiry for both; what is made in one go is meant to go away again.
  artifact->lifetime = link->lifetime;

  const auto made = services.shares.create_with_artifact(
      core::ArtifactId::generate(core::now()), caller.account, *artifact,
      core::ShareId::generate(core::now()), *link, services.configuration.signing_keys.current().id,
      audit_note(request, caller));
  if (!made) return made.error();

  core::JsonWriter json;
  json.begin_object();
  write_created_artifact(json, *artifact, made->artifact);
  json.member("url", address_of(made->link, services.configuration).value().url);
  json.member("expiresAt", made->link.expires_at.rfc3339());
  json.end_object();
  return fcgi::Response::json(201, json.text());
}

}  // namespace handlers
