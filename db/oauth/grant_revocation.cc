#include "db/oauth/grant_revocation.h"

#include "db/api_keys/key_revocation.h"
#include "db/oauth/grant_store.h"

namespace db {

bool revoke_grant(Postgres& postgres, Redis& redis, const core::AuditNote& note,
                  core::AuditAction action, const core::UserId& user, const core::GrantId& grant) {
  if (!GrantStore(postgres).revoke(note, action, user, grant)) return false;
  mark_revoked(redis, core::KeyId(grant.uuid()));
  return true;
}

}  // namespace db
