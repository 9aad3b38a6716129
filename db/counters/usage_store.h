// UsageStore: an account's usage: requests and views by day (UTC), artifacts, bytes and links.
//
// Requests, views and the last use of keys are recorded in Redis, in round trips that are made
// anyway (the rate limit's, a view's). Maintenance adds them to PostgreSQL
// (db/counters/waiting_counters.h). Views of links with a view limit are counted in PostgreSQL
// directly, in slots. Requests while Redis is unavailable are not counted.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/account.h"
#include "core/ids.h"
#include "core/time.h"

namespace db {

class Postgres;
class Redis;

// The fields: counts `requests:ACCOUNT:DAY` and `views:ACCOUNT:DAY`, DAY in days since 1970-01-01;
// and `used:ID` of a key or an app's grant, in Unix seconds.
inline constexpr std::string_view kWaitingUsage = "usage";

struct UsageDay {
  core::Timestamp begins_at;
  std::int64_t requests = 0;
  std::int64_t views = 0;
};

struct Usage {
  std::vector<UsageDay> days;  // the last 30, oldest first, including today
  std::int64_t artifacts = 0;  // active and expired
  std::int64_t deleted_artifacts = 0;
  std::int64_t content_bytes = 0;  // including deleted artifacts
  std::int64_t links = 0;          // neither expired nor revoked
  // Links are counted up to this number, to bound the cost.
  static constexpr std::int64_t kMaximumLinks = 10000;
};

struct ArtifactViews {
  core::ArtifactId id;
  std::optional<std::string> title;
  std::optional<std::string> first_heading;
  std::int64_t views = 0;
};

// The storage of an account, including deleted artifacts, and its limits.
struct StorageUse {
  std::int64_t bytes = 0;
  std::int64_t artifacts = 0;
  core::StorageLimits limits;
};

class UsageStore {
 public:
  UsageStore(Postgres& postgres, Redis& redis) : postgres_(postgres), redis_(redis) {}

  // Including what is pending in Redis.
  Usage find(const core::AccountId& account);

  // Nothing if there is no such account.
  std::optional<StorageUse> find_storage(const core::AccountId& account,
                                         const core::PlanStorageLimits& limits);

  // The ten artifacts with the most views in the last 30 days, as far as maintenance has stored
  // them; of the account's newest kMaximumLinks links.
  std::vector<ArtifactViews> most_viewed(const core::AccountId& account);

  // Brings the last use of keys, or of apps' grants, up to date with what is pending in Redis.
  template <typename Credential>
  void add_pending_uses(std::vector<Credential>& credentials) {
    std::vector<std::string> ids;
    ids.reserve(credentials.size());
    for (const Credential& credential : credentials) ids.push_back(credential.id.to_string());
    const auto uses = pending_uses(ids);
    for (std::size_t i = 0; i < credentials.size(); ++i)
      credentials[i].last_used_at = std::max(credentials[i].last_used_at, uses[i]);
  }

  // Adds what is pending to the accounts' days and the keys' rows. Returns the number of days
  // changed. Throws std::runtime_error if Redis is unavailable.
  std::int64_t fold();

 private:
  // By public ID, where a use is pending.
  std::vector<std::optional<core::Timestamp>> pending_uses(
      const std::vector<std::string>& credentials);

  void include_waiting(const core::AccountId& account, Usage& usage);

  Postgres& postgres_;
  Redis& redis_;
};

}  // namespace db
