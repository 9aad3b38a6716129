// Revokes a grant, so that every worker refuses the next request with a token of it; as
// db/api_keys/key_revocation.h does for an API key.
#pragma once

#include "core/account/audit.h"
#include "core/oauth/grant.h"

namespace db {

class Postgres;
class Redis;

// False if the user has no such grant, or it is revoked already.
bool revoke_grant(Postgres& postgres, Redis& redis, const core::AuditNote& note,
                  core::AuditAction action, const core::UserId& user, const core::GrantId& grant);

}  // namespace db
