// Revoking an API key, so that the very next request with it is refused on every worker.
//
// The database's row is what counts; workers that keep the key in memory (db/accounts/key_cache.h)
// are told by PostgreSQL within milliseconds. For those milliseconds there is a mark in Redis,
// which the rate limit's round trip looks at. It stays for longer than any worker trusts its
// memory.
#pragma once

#include <string>

#include "core/identity/audit.h"
#include "core/identity/public_id.h"

namespace db {

class Postgres;
class Redis;

// When this returns, no request that begins later is let through with the key; without Redis, none
// that begins after PostgreSQL's announcement has arrived. False if the account has no such key, or
// it is revoked already.
bool revoke_key(Postgres& postgres, Redis& redis, const core::AuditNote& note,
                const core::AccountId& account, const core::KeyId& key);

// The name of the mark.
std::string revocation_mark(const core::KeyId& key);

}  // namespace db
