// GET and POST /dashboard/settings/keys/{key_id}/revoke
#include "app/api_keys.h"
#include "handlers/binding.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/page.h"
#include "pages/dashboard/settings/keys_page.h"

namespace handlers::dashboard {
namespace {

// Users who can see the key are told why they may not revoke it.
core::Error key_problem(const core::Error& error) {
  return error.code == core::ErrorCode::not_found ? not_found() : error;
}

fcgi::Response redirect_to_revoked(const core::KeyId& key) {
  return redirect("/dashboard/settings/keys?revoked=" + key.to_string());
}

}  // namespace

core::Result<fcgi::Response> show_revoke_key(app::ApiKeys& api_keys, const fcgi::Request& request,
                                             const core::Session& session) {
  const auto key = api_keys.find_revocable(actor(session, request), key_id(request));
  if (!key) return key_problem(key.error());
  if (key->revoked_at) return redirect_to_revoked(key->id);
  return page(200, pages::dashboard::revoke_key_page(viewer(session), key->id.to_string(),
                                                     key->name, key->display_prefix));
}

core::Result<fcgi::Response> revoke_key(app::ApiKeys& api_keys, const fcgi::Request& request,
                                        const core::Session& session) {
  const auto key = api_keys.revoke(actor(session, request), key_id(request));
  if (!key) return key_problem(key.error());
  return redirect_to_revoked(key->id);
}

}  // namespace handlers::dashboard
