#include "app/oauth/connected_apps.h"

#include <algorithm>

#include "db/connection/postgres.h"
#include "db/counters/usage_store.h"
#include "db/oauth/grant_revocation.h"
#include "db/oauth/grant_store.h"

namespace app {

core::Result<std::vector<core::Grant>> ConnectedApps::list(const Actor& actor) {
  const auto user = actor.user();
  if (!user) return user.error();
  std::vector<core::Grant> grants = stores_.grants.list(*user);
  std::vector<core::KeyId> ids;
  ids.reserve(grants.size());
  for (const core::Grant& grant : grants) ids.emplace_back(grant.id.uuid());
  const auto uses = db::UsageStore(stores_.postgres, stores_.redis).pending_uses(ids);
  for (std::size_t i = 0; i < grants.size(); ++i)
    grants[i].last_used_at = std::max(grants[i].last_used_at, uses[i]);
  return grants;
}

core::Result<core::Grant> ConnectedApps::find(const Actor& actor, const core::GrantId& id) {
  const auto user = actor.user();
  if (!user) return user.error();
  auto grant = stores_.grants.find(*user, id);
  if (!grant)
    return core::Error{core::ErrorCode::not_found, "you have no connected app with this id"};
  return *std::move(grant);
}

core::Result<core::Grant> ConnectedApps::disconnect(const Actor& actor, const core::GrantId& id) {
  auto grant = find(actor, id);
  if (grant) {
    db::revoke_grant(stores_.postgres, stores_.redis, actor.note(),
                     core::AuditAction::app_disconnected, *actor.user(), id);
  }
  return grant;
}

}  // namespace app
