#include "app/accounts/account_overview.h"

#include "db/counters/rate_counter.h"

namespace app {

core::Result<db::StorageUse> AccountOverview::storage(const Actor& actor) {
  const auto use =
      db::UsageStore(stores_.postgres, stores_.redis).find_storage(actor.account(), limits_);
  if (!use) return core::Error{core::ErrorCode::unauthorized, "the account no longer exists"};
  return *use;
}

core::Result<AccountUsage> AccountOverview::usage(const Actor& actor) {
  auto account = stores_.accounts.find(actor.account());
  if (!account) return core::Error{core::ErrorCode::not_found, "the account no longer exists"};
  AccountUsage overview;
  overview.limits = account->storage_limits(limits_);
  overview.account = *std::move(account);
  overview.usage = db::UsageStore(stores_.postgres, stores_.redis).find(actor.account());
  overview.requests_this_minute = stores_.rate_counter.used(actor.account());
  return overview;
}

}  // namespace app
