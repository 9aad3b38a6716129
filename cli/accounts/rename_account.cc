// artifact-admin account rename
#include <cstdio>

#include "cli/accounts/account_fields.h"
#include "cli/accounts/account_option.h"
#include "cli/commands.h"
#include "cli/connections.h"
#include "cli/operator_audit.h"

namespace cli {

void rename_account(const Arguments& arguments) {
  const core::AccountId id = account_of(arguments);
  const std::string name = arguments.required("--name");
  Connections connections(arguments);
  db::AccountStore accounts(connections.postgres);
  db::Transaction transaction(connections.postgres);
  const db::StoredAccount before = existing_account(accounts, id);
  accounts.rename(id, name);
  record(connections, id, core::AuditAction::account_renamed, id.to_string(),
         before.name + " changed to " + name);
  transaction.commit();
  std::printf("renamed %s\n", id.to_string().c_str());
}

}  // namespace cli
