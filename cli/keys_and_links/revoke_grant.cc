// artifact-admin grant revoke
#include <cstdio>
#include <stdexcept>

#include "app/actor.h"
#include "cli/commands.h"
#include "cli/connections.h"
#include "core/oauth/grant.h"
#include "db/oauth/grant_revocation.h"
#include "db/oauth/grant_store.h"

namespace cli {

void revoke_grant(const Arguments& arguments) {
  const auto id = core::GrantId::parse(arguments.operand().value());
  if (!id) throw WrongUsage("APP_ID must be the ID of a connected app, app_…");
  Connections connections(arguments);
  const auto holder = db::GrantStore(connections.postgres).find_holder(*id);
  if (!holder) throw std::runtime_error("no such connected app");
  const auto note = app::Actor::operator_of(holder->account).note();
  db::revoke_grant(connections.postgres, connections.redis, note,
                   core::AuditAction::app_disconnected, holder->user, *id);
  std::printf("revoked %s\n", id->to_string().c_str());
}

}  // namespace cli
