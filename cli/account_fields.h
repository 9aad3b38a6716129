// An account as commands write it.
#pragma once

#include "core/json_writer.h"
#include "db/account_store.h"

namespace cli {

void write_account(core::JsonWriter& json, const db::StoredAccount& account);
// One line for people.
void print_account(const db::StoredAccount& account);

// What --account names. Throws std::runtime_error if there is no such account.
db::StoredAccount existing_account(db::AccountStore& accounts, const core::AccountId& id);

}  // namespace cli
