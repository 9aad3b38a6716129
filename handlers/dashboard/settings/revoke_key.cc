// GET and POST /dashboard/settings/keys/{key_id}/revoke
#include "db/accounts/account_store.h"
#include "db/accounts/key_revocation.h"
#include "db/connection/postgres.h"
#include "db/connection/redis.h"
#include "handlers/dashboard/audit.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/page_response.h"
#include "handlers/dashboard/settings/listed_key.h"

namespace handlers::dashboard {
namespace {

// The account's key that the path names, if the user may revoke it; its form the dispatcher has
// checked.
core::Result<db::StoredKey> own_key(Services& services, const fcgi::Request& request,
                                    const core::Session& session) {
  const core::KeyId id = core::KeyId::parse(request.path_part("key_id")).value();
  auto key = services.accounts.find_key(session.account, id);
  if (!key)
    return core::Error{core::ErrorCode::not_found, "this page does not exist or was removed"};
  if (!may_revoke(session, *key)) {
    return core::Error{
        core::ErrorCode::forbidden,
        "only an account owner can revoke an API key that an owner or the operator created"};
  }
  return *std::move(key);
}

fcgi::Response redirect_to_revoked(const db::StoredKey& key) {
  return redirect("/dashboard/settings/keys?revoked=" + key.id.to_string());
}

}  // namespace

core::Result<fcgi::Response> show_revoke_key(Services& services, const fcgi::Request& request,
                                             const core::Session& session) {
  const auto key = own_key(services, request, session);
  if (!key) return key.error();
  if (key->revoked_at) return redirect_to_revoked(*key);
  const std::string form_token = core::form_token(session.token);
  return page(
      200, pages::dashboard::revoke_key_page(viewer(session, form_token), listed(session, *key)));
}

core::Result<fcgi::Response> revoke_key(Services& services, const fcgi::Request& request,
                                        const core::Session& session) {
  const auto key = own_key(services, request, session);
  if (!key) return key.error();
  if (key->revoked_at) return redirect_to_revoked(*key);
  db::Transaction transaction(services.postgres);
  services.accounts.revoke_key(session.account, key->id);
  record(services, request, session, core::AuditAction::key_revoked, key->id.to_string(),
         key->name);
  transaction.commit();
  db::mark_revoked(services.redis, key->id);
  return redirect_to_revoked(*key);
}

}  // namespace handlers::dashboard
