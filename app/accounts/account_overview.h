// AccountOverview: an account's plan and limits, and its usage.
//
// Not thread-safe. Everything it refers to must outlive it. Throws what its stores throw.
#pragma once

#include <cstdint>

#include "app/actor.h"
#include "core/account/storage_limits.h"
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

  // The account's storage usage and limit. Errors: unauthorized if the account no longer exists.
  core::Result<db::StorageUse> storage(const Actor& actor);

  // The complete overview. Errors: not_found if the account no longer exists.
  core::Result<AccountUsage> usage(const Actor& actor);

 private:
  Stores stores_;
  const core::PlanStorageLimits& limits_;
};

}  // namespace app
