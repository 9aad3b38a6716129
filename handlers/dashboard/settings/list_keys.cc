// GET /dashboard/settings/keys
#include <algorithm>

#include "db/accounts/account_store.h"
#include "db/counters/usage_store.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/page_response.h"
#include "handlers/dashboard/settings/listed_key.h"

namespace handlers::dashboard {
namespace {

// What has just been revoked: only what really is, whatever the address says.
std::string revoked_notice(const std::vector<pages::dashboard::ListedKey>& keys,
                           const std::string& id) {
  const auto key = std::find_if(keys.begin(), keys.end(), [&](const auto& candidate) {
    return candidate.id == id && candidate.revoked_at;
  });
  return key == keys.end() ? std::string() : "“" + key->name + "” was revoked.";
}

}  // namespace

core::Result<fcgi::Response> list_keys(Services& services, const fcgi::Request& request,
                                       const core::Session& session) {
  std::vector<pages::dashboard::ListedKey> keys;
  for (const db::StoredKey& key :
       db::with_waiting_uses(services.accounts.keys(session.account),
                             db::UsageStore(services.postgres, services.redis)))
    keys.push_back(listed(session, key));
  const std::string form_token = core::form_token(session.token);
  return page(200, pages::dashboard::keys_page(
                       viewer(session, form_token), keys,
                       revoked_notice(keys, request.query("revoked").value_or(""))));
}

}  // namespace handlers::dashboard
