// artifact-admin key revoke
#include <cstdio>

#include "cli/commands.h"
#include "cli/connections.h"
#include "cli/operator_audit.h"
#include "db/accounts/account_store.h"
#include "db/accounts/key_revocation.h"

namespace cli {

void revoke_key(const Arguments& arguments) {
  const auto id = core::KeyId::parse(arguments.operand().value());
  if (!id) throw WrongUsage("KEY_ID must be the ID of an API key, key_…");
  Connections connections(arguments);
  const auto key = db::AccountStore(connections.postgres).find_key_owner(*id);
  if (!key || !db::revoke_key(connections.postgres, connections.redis, *id))
    throw std::runtime_error("no such key");
  record(connections, key->account, core::AuditAction::key_revoked, id->to_string(), key->name);
  std::printf("revoked %s\n", id->to_string().c_str());
}

}  // namespace cli
