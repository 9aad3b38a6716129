// UsageStore: what an account uses: requests and views by day (UTC), artifacts, bytes and links.
//
// Requests and views are counted in Redis, in the round trips that there are anyway
// (the rate limit's, a view's), and so is a key's last use; maintenance folds them into PostgreSQL
// (db/counters/counter_fold.h). Views of links with a limit are counted in PostgreSQL at once, in
// slots. Requests that are made while Redis is gone are not counted.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/identity/public_id.h"
#include "core/identity/storage_limits.h"
#include "core/text/timestamp.h"
#include "db/accounts/account_store.h"

namespace db {

class Postgres;
class Redis;

// The counters: `requests:ACCOUNT:DAY` and `views:ACCOUNT:DAY` have counts, DAY being days since
// 1970-01-01; `used:KEY` has a Unix second.
inline constexpr std::string_view kWaitingUsage = "usage";

struct UsageDay {
  core::Timestamp begins_at;
  std::int64_t requests = 0;
  std::int64_t views = 0;
};

struct Usage {
  std::vector<UsageDay> days;  // the last 30, oldest first, today the last of them
  std::int64_t artifacts = 0;  // active and expired ones
  std::int64_t deleted_artifacts = 0;
  std::int64_t content_bytes = 0;  // of all of them
  std::int64_t links = 0;          // that have neither ended nor been revoked
  // Counting stops at this many links, so that it costs the same for every account.
  static constexpr std::int64_t kMostLinks = 10000;
};

// What an account keeps, deleted artifacts too, and what it may keep.
struct StorageUse {
  std::int64_t bytes = 0;
  std::int64_t artifacts = 0;
  core::StorageLimits limits;
};

class UsageStore {
 public:
  UsageStore(Postgres& postgres, Redis& redis) : postgres_(postgres), redis_(redis) {}

  // With what waits in Redis.
  Usage find(const core::AccountId& account);

  // Nothing if there is no such account.
  std::optional<StorageUse> find_storage(const core::AccountId& account,
                                         const core::PlanStorageLimits& limits);

  // The last use of each key that is not in its row yet; nothing where there is none.
  std::vector<std::optional<core::Timestamp>> waiting_uses(const std::vector<core::KeyId>& keys);

  // Adds what waits to the accounts' days and the keys' rows, and says to how many days. Throws
  // std::runtime_error if Redis does not answer.
  std::int64_t fold();

 private:
  void add_waiting(const core::AccountId& account, Usage& usage);

  Postgres& postgres_;
  Redis& redis_;
};

// The same keys, each with its last use, also where that is not in its row yet.
std::vector<StoredKey> with_waiting_uses(std::vector<StoredKey> keys, UsageStore store);

}  // namespace db
