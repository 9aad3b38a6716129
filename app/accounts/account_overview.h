// AccountOverview: what an account has agreed on, and what it uses of it.
//
// One thread's, as its stores are; all that it is given outlives it. Throws what the stores throw.
#pragma once

#include <cstdint>

#include "app/actor.h"
#include "core/identity/storage_limits.h"
#include "core/result.h"
#include "db/accounts/account_store.h"
#include "db/counters/usage_store.h"

namespace db {
class RateCounter;
}

namespace app {

struct AccountUsage {
  db::StoredAccount account;
  core::StorageLimits limits;
  db::Usage usage;
  std::int64_t requests_this_minute = 0;
};

class AccountOverview {
 public:
  struct Stores {
    db::AccountStore& accounts;
    db::RateCounter& rate_counter;
    db::Postgres& postgres;
    db::Redis& redis;
  };
  AccountOverview(const Stores& stores, const core::PlanStorageLimits& limits)
      : stores_(stores), limits_(limits) {}

  // What the account keeps, and what it may keep. Errors: unauthorized if the account is gone.
  core::Result<db::StorageUse> storage(const Actor& actor);

  // All of it. Errors: not_found if the account is gone.
  core::Result<AccountUsage> usage(const Actor& actor);

 private:
  Stores stores_;
  const core::PlanStorageLimits& limits_;
};

}  // namespace app
