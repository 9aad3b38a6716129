// artifact-admin account show
#include <cstdio>

#include "cli/accounts/account_fields.h"
#include "cli/accounts/account_option.h"
#include "cli/commands.h"
#include "cli/connections.h"

namespace cli {

void show_account(const Arguments& arguments) {
  const core::AccountId id = account_of(arguments);
  Connections connections(arguments);
  const core::PlanStorageLimits& limits = connections.configuration.storage_limits;
  db::AccountStore accounts(connections.postgres);
  const db::StoredAccount account = existing_account(accounts, id);
  if (!arguments.has("--json")) {
    print_account(account, limits);
    return;
  }
  core::JsonWriter json;
  write_account(json, account, limits);
  std::puts(json.text().c_str());
}

}  // namespace cli
