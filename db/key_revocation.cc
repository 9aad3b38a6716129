#include "db/key_revocation.h"

#include "db/account_store.h"

namespace db {

bool revoke_key(Postgres& postgres, Redis& redis, const core::KeyId& key) {
  if (!AccountStore(postgres).revoke_key(key)) return false;
  redis.command({"SET", revocation_mark(key), "1", "EX", "60"});
  return true;
}

std::string revocation_mark(const core::KeyId& key) { return "revoked:" + key.to_string(); }

}  // namespace db
