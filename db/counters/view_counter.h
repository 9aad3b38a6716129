// ViewCounter: counts views of share links without a view limit, by day (UTC) and by who opens
// them. Previewers are counted beside, of all links, and are no views.
//
// Views are counted in Redis, so that showing a page writes nothing to the database, and folded
// into share_links and view_days by maintenance. Until then a link's views are the sum of its rows
// and what is pending here. Each view reaches the rows exactly once (db/counters/counter_fold.h).
// If Redis is unavailable, a view is written to the database directly. If Redis was asked but did
// not respond in time, the view is stored in the database as in doubt, and sent again once Redis
// responds; Redis identifies views by sender and number, and counts each once. The account's views
// by day are counted in the same round trip (db/counters/usage_store.h), and so is the viewer's
// request (db/counters/rate_counter.h).
//
// Not thread-safe, as its connections are not.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
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
  // `metrics` shows how long counters have been pending. A view by a request that `viewers` has
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

  // Folds the pending views of one link, and whatever else is in the same batches. True if rows
  // were changed. Without Redis, only what is pending in the database is folded.
  bool fold_one(const core::ShareId& link);

  // Folds all pending views. Returns the number of rows changed. Safe to run from several hosts at
  // once. Throws std::runtime_error if Redis is unavailable.
  std::int64_t fold();

 private:
  // One request to count a view.
  struct Sending {
    std::string sender;
    std::int64_t number = 0;
    core::ShareId link;
    core::AccountId account;
    core::Opener opener = core::Opener::person;
    std::optional<core::Timestamp> moment;  // nothing: now
  };
  bool count_in_redis(const Sending& sending);
  // Sends the views in doubt, of one link or all, to Redis again. False if it is unavailable.
  bool settle_doubts(const std::optional<core::ShareId>& link);

  Postgres& postgres_;
  Redis& redis_;
  core::Metrics& metrics_;
  RateCounter* const viewers_;
  std::string sender_;  // empty: choose a new one
  std::int64_t number_ = 0;
};

}  // namespace db
