// artifact-admin key revoke
#include <cstdio>

#include "cli/commands.h"
#include "cli/connections.h"
#include "db/key_revocation.h"

namespace cli {

void revoke_key(const Arguments& arguments) {
  if (arguments.words().size() != 3) throw WrongUsage("key revoke takes the key's id, key_…");
  const auto id = core::KeyId::parse(arguments.words()[2]);
  if (!id) throw WrongUsage("key revoke takes the key's id, key_…");
  Connections connections(arguments);
  if (!db::revoke_key(connections.postgres, connections.redis, *id))
    throw std::runtime_error("there is no such key");
  std::printf("revoked %s\n", id->to_string().c_str());
}

}  // namespace cli
