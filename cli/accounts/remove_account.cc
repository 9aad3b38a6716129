// artifact-admin account remove
#include <cstdio>
#include <iostream>
#include <stdexcept>

#include "app/actor.h"
#include "cli/accounts/account_fields.h"
#include "cli/accounts/account_option.h"
#include "cli/commands.h"
#include "cli/connections.h"
#include "db/api_keys/api_key_store.h"
#include "db/api_keys/key_revocation.h"

namespace cli {
namespace {

// Requires the account name to be typed.
void confirm(const db::StoredAccount& account) {
  std::fprintf(stderr,
               "This permanently removes the account \"%s\" with its users, API keys, artifacts, "
               "share links and audit log.\nType the account name to confirm: ",
               account.name.c_str());
  std::string typed;
  std::getline(std::cin, typed);
  if (typed != account.name)
    throw std::runtime_error("the name does not match; nothing was removed");
}

}  // namespace

void remove_account(const Arguments& arguments) {
  const core::AccountId id = account_of(arguments);
  Connections connections(arguments, Waits::briefly);
  db::AccountStore accounts(connections.postgres);
  const db::StoredAccount account = existing_account(accounts, id);
  if (!arguments.has("--yes")) confirm(account);
  try {
    // First, so that no worker accepts them any more.
    for (const db::StoredKey& key : db::ApiKeyStore(connections.postgres).list(id))
      db::revoke_key(connections.postgres, connections.redis, app::Actor::operator_of(id).note(),
                     id, key.id);
    accounts.remove(id);
  } catch (const db::QueryFailed& failure) {
    if (!failure.gave_up_waiting()) throw;
    throw std::runtime_error(
        "another transaction has locked rows of the account; what was removed so far stays "
        "removed. Find the transaction in pg_stat_activity, and run the command again");
  }
  std::printf("removed %s\n", id.to_string().c_str());
}

}  // namespace cli
