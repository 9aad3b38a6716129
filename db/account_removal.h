// Removing accounts with all that they have.
//
// The account's row goes first, and with it its users, keys and grants, so that nothing of it works
// any more. Artifacts, audit events and counts refer to the account without a foreign key
// (0001_schema.sql). They go in steps, once no transaction is left that began before the row was
// gone and may still write. What is interrupted, maintenance completes.
//
// Throws what db/connection/postgres.h says.
#pragma once

#include <chrono>
#include <cstdint>

#include "core/ids.h"

namespace db {

class Postgres;

enum class AccountRemoval : std::uint8_t {
  no_account,
  begun,  // an older transaction has not ended within the time given; maintenance does the rest
  done
};
AccountRemoval remove_account(Postgres& postgres, const core::AccountId& id,
                              std::chrono::milliseconds patience);

// Does the rest for accounts of which no older transaction is left. Returns their number.
std::int64_t empty_removed_accounts(Postgres& postgres);

}  // namespace db
