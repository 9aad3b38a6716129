// An account as commands print it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/json/json_writer.h"
#include "db/accounts/account_store.h"

namespace cli {

// `limits`: those of the plans.
void write_account(core::JsonWriter& json, const db::StoredAccount& account,
                   const core::PlanStorageLimits& limits);
// One line for people.
void print_account(const db::StoredAccount& account, const core::PlanStorageLimits& limits);

// "1 request", "2 requests"
std::string counted(std::int64_t number, std::string_view what);

// "1000 bytes, unlimited artifacts"
std::string storage_text(const core::StorageLimits& limits);

// Throws std::runtime_error if there is no such account.
db::StoredAccount existing_account(db::AccountStore& accounts, const core::AccountId& id);
void require_account(db::Postgres& postgres, const core::AccountId& id);

}  // namespace cli
