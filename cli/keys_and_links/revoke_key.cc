// artifact-admin key revoke
#include <cstdio>
#include <stdexcept>

#include "app/accounts/api_keys.h"
#include "cli/commands.h"
#include "cli/connections.h"
#include "db/accounts/account_store.h"
#include "db/api_keys/api_key_store.h"

namespace cli {

void revoke_key(const Arguments& arguments) {
  const auto id = core::KeyId::parse(arguments.operand().value());
  if (!id) throw WrongUsage("KEY_ID must be the ID of an API key, key_…");
  Connections connections(arguments);
  db::AccountStore accounts(connections.postgres);
  db::ApiKeyStore keys(connections.postgres);
  const auto account = keys.find_account(*id);
  if (!account) throw std::runtime_error("no such key");
  const auto key = app::ApiKeys({accounts, keys, connections.postgres, connections.redis},
                                connections.configuration.public_base_url)
                       .revoke(app::Actor::operator_of(*account), *id);
  if (!key) throw std::runtime_error(key.error().message);
  std::printf("revoked %s\n", id->to_string().c_str());
}

}  // namespace cli
