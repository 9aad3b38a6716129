// artifact-admin user list
#include <cstdio>

#include "cli/accounts/account_fields.h"
#include "cli/accounts/account_option.h"
#include "cli/commands.h"
#include "cli/connections.h"
#include "cli/users/user_fields.h"
#include "db/accounts/member_store.h"

namespace cli {

void list_users(const Arguments& arguments) {
  const core::AccountId account = account_of(arguments);
  Connections connections(arguments);
  require_account(connections.postgres, account);
  const auto users = db::MemberStore(connections.postgres).list(account);
  if (!arguments.has("--json")) {
    for (const core::Member& user : users) print_user(user);
    return;
  }
  core::JsonWriter json;
  json.begin_array();
  for (const core::Member& user : users) write_user(json, user);
  json.end_array();
  std::puts(json.text().c_str());
}

}  // namespace cli
