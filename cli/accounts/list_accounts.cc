// artifact-admin account list
#include <cstdio>

#include "cli/accounts/account_fields.h"
#include "cli/commands.h"
#include "cli/connections.h"

namespace cli {

void list_accounts(const Arguments& arguments) {
  Connections connections(arguments);
  const core::PlanStorageLimits& limits = connections.configuration.storage_limits;
  const auto accounts = db::AccountStore(connections.postgres).list();
  if (!arguments.has("--json")) {
    for (const db::StoredAccount& account : accounts) print_account(account, limits);
    return;
  }
  core::JsonWriter json;
  json.begin_array();
  for (const db::StoredAccount& account : accounts) write_account(json, account, limits);
  json.end_array();
  std::puts(json.text().c_str());
}

}  // namespace cli
