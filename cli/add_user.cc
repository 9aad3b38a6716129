// artifact-admin user add
#include <cstdio>

#include "cli/account_option.h"
#include "cli/clock.h"
#include "cli/commands.h"
#include "cli/email_option.h"
#include "cli/password_link.h"
#include "core/role.h"
#include "db/user_store.h"

namespace cli {

void add_user(const Arguments& arguments) {
  const auto role = core::parse_role(arguments.value("--role").value_or("owner"));
  if (!role) throw WrongUsage("--role takes owner or member");
  const core::AccountId account = account_of(arguments);
  const core::Email email = email_of(arguments);
  const auto id = core::UserId::generate(now());
  Connections connections(arguments);
  if (!db::UserStore(connections.postgres).create(id, account, email, *role))
    throw std::runtime_error("there is no such account, or somebody has this address already");
  std::puts(make_password_link(connections, id).c_str());
}

}  // namespace cli
