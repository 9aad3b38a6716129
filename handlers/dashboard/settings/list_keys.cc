// GET /dashboard/settings/keys
#include <algorithm>

#include "app/api_keys.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/page.h"
#include "pages/dashboard/settings/keys_page.h"

namespace handlers::dashboard {
namespace {

// The key that was just revoked, only if it really is, whatever the URL says.
std::string revoked_notice(const std::vector<pages::dashboard::ListedKey>& keys,
                           const std::string& id) {
  const auto key = std::find_if(keys.begin(), keys.end(), [&](const auto& candidate) {
    return candidate.id == id && candidate.revoked_at;
  });
  return key == keys.end() ? std::string() : "“" + key->name + "” was revoked.";
}

}  // namespace

core::Result<fcgi::Response> list_keys(app::ApiKeys& api_keys, const fcgi::Request& request,
                                       const core::Session& session) {
  const auto listed = api_keys.list(actor(session, request));
  if (!listed) return listed.error();
  std::vector<pages::dashboard::ListedKey> keys;
  for (const auto& [key, can_be_revoked] : *listed) {
    keys.push_back({.id = key.id.to_string(),
                    .name = key.name,
                    .display_prefix = key.display_prefix,
                    .scopes = key.scopes,
                    .limits = key.limits,
                    .created_at = key.created_at,
                    .expires_at = key.expires_at,
                    .revoked_at = key.revoked_at,
                    .last_used_at = key.last_used_at,
                    .has_expired = key.has_expired,
                    .can_be_revoked = can_be_revoked});
  }
  return page(
      200, pages::dashboard::keys_page(
               viewer(session), keys, revoked_notice(keys, request.query("revoked").value_or(""))));
}

}  // namespace handlers::dashboard
