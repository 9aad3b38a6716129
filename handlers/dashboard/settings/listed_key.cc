#include "handlers/dashboard/settings/listed_key.h"

namespace handlers::dashboard {

bool may_revoke(const core::Session& session, const db::StoredKey& key) {
  return session.role == core::Role::owner || key.made_by_member;
}

pages::dashboard::ListedKey listed(const core::Session& session, const db::StoredKey& key) {
  return {.id = key.id.to_string(),
          .name = key.name,
          .display_prefix = key.display_prefix,
          .scopes = key.scopes,
          .created_at = key.created_at,
          .expires_at = key.expires_at,
          .revoked_at = key.revoked_at,
          .last_used_at = key.last_used_at,
          .has_expired = key.has_expired,
          .can_be_revoked = may_revoke(session, key)};
}

}  // namespace handlers::dashboard
