#include "db/api_keys/key_revocation.h"

#include "db/api_keys/api_key_store.h"
#include "db/connection/postgres.h"
#include "db/connection/redis.h"

namespace db {

bool revoke_key(Postgres& postgres, Redis& redis, const core::AuditNote& note,
                const core::AccountId& account, const core::KeyId& key) {
  if (!ApiKeyStore(postgres).revoke(note, account, key)) return false;
  mark_revoked(redis, key);
  return true;
}

void mark_revoked(Redis& redis, const core::KeyId& key) {
  redis.command({"SET", revocation_mark(key), "1", "EX", "60"});
}

std::string revocation_mark(const core::KeyId& key) { return "revoked:" + key.to_string(); }

}  // namespace db
