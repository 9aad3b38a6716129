// Revokes an API key, so that every worker refuses the next request with it.
//
// The database's row is authoritative. PostgreSQL notifies workers that cache the key
// (db/api_keys/key_cache.h) within milliseconds. For that time a mark in Redis revokes the key; the
// rate limit's script checks it. The mark outlives every cached entry.
#pragma once

#include <string>

#include "core/account/audit.h"
#include "core/identity/public_id.h"

namespace db {

class Postgres;
class Redis;

// Requests that begin after this returns are refused; without Redis, those that begin after
// PostgreSQL's notification has arrived. False if the account has no such key, or it is revoked
// already.
bool revoke_key(Postgres& postgres, Redis& redis, const core::AuditNote& note,
                const core::AccountId& account, const core::KeyId& key);

// Sets the mark of a key, or of the grant of an app (db/oauth/grant_revocation.h).
void mark_revoked(Redis& redis, const core::KeyId& key);

// The mark's key in Redis.
std::string revocation_mark(const core::KeyId& key);

}  // namespace db
