// ViewCounter: counts views of share links without a view limit, by day (UTC) and by who opens
// them. Previewers are counted beside, of all links, and are no views.
//
// Views are counted in Redis, so that showing a page writes nothing to the database, and added to
// share_links and view_days by maintenance (db/counters/waiting_counters.h). Until then a link's
// views are the sum of its rows and what waits there. A view that Redis does not confirm is counted
// like one of a link with a limit, so one that Redis has counted and not confirmed in time counts
// twice.
// The account's views by day are counted in the same round trip (db/counters/usage_store.h), and so
// is the viewer's request (db/counters/rate_counter.h).
//
// Not thread-safe, as its connections are not.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/ids.h"
#include "core/metrics.h"
#include "core/opener.h"
#include "core/time.h"

namespace db {

class Postgres;
class RateCounter;
class Redis;

struct Views {
  std::int64_t count = 0;
  std::optional<core::Timestamp> last_at;
};

// Who opened a link in one day (UTC).
struct ViewDay {
  core::Timestamp begins_at;
  std::int64_t people = 0;
  std::int64_t programs = 0;
  std::int64_t previewers = 0;

  std::int64_t views() const { return people + programs; }
  bool is_empty() const { return views() + previewers == 0; }
};

class ViewCounter {
 public:
  // `metrics` shows how long counters have waited. A view by a request that `viewers` has
  // begun is counted there too, in the same round trip.
  ViewCounter(Postgres& postgres, Redis& redis, core::Metrics& metrics = core::Metrics::unwatched(),
              RateCounter* viewers = nullptr)
      : postgres_(postgres), redis_(redis), metrics_(metrics), viewers_(viewers) {}

  // `account` is the owner of the link.
  void count(const core::ShareId& link, const core::AccountId& account, core::Opener opener);

  // The pending views of each link, in the order of `links`.
  std::vector<Views> waiting(const std::vector<core::ShareId>& links);

  // Who opened the artifact's links, or one of them, on each of the last 90 days, oldest first,
  // including today and what is pending. Links that were removed are included.
  std::vector<ViewDay> days(const core::ArtifactId& artifact,
                            const std::optional<core::ShareId>& link);

  // Adds the pending views of one link to its rows. True if these were changed. Without Redis, none
  // are.
  bool fold_one(const core::ShareId& link);

  // Adds all pending views. Returns the number of rows changed. Safe to run from several hosts at
  // once. Throws CountersUnavailable.
  std::int64_t fold();

 private:
  bool count_in_redis(const core::ShareId& link, const core::AccountId& account,
                      core::Opener opener);

  Postgres& postgres_;
  Redis& redis_;
  core::Metrics& metrics_;
  RateCounter* const viewers_;
};

}  // namespace db
