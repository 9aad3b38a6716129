// artifact-admin account rename
#include <cstdio>

#include "app/actor.h"
#include "cli/accounts/account_fields.h"
#include "cli/accounts/account_option.h"
#include "cli/commands.h"
#include "cli/connections.h"
#include "cli/name_option.h"

namespace cli {

void rename_account(const Arguments& arguments) {
  const core::AccountId id = account_of(arguments);
  const std::string name = name_of(arguments).text();
  Connections connections(arguments);
  if (!db::AccountStore(connections.postgres).rename(app::Actor::operator_of(id).note(), id, name))
    throw std::runtime_error("no such account");
  std::printf("renamed %s\n", id.to_string().c_str());
}

}  // namespace cli
