// ViewCounter: the views of share links that have no limit of them.
//
// They are counted in Redis, so that showing a page writes nothing to the database, and folded into
// share_links by maintenance; until then a link's views are those of its row and those that wait
// here. Every view that is counted arrives in the row exactly once (db/counters/counter_fold.h).
// Without Redis a view is written to the database at once. Where it is not known whether Redis has
// counted one, as it was asked and did not answer in time, the view is put down in the database,
// and Redis is asked again when it answers: it knows each view by its sender and number, and counts
// it once. The views of an account by day are counted in the same step (db/counters/usage_store.h).
//
// One thread's, as its connections are.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/identity/public_id.h"
#include "core/operation/metrics.h"
#include "core/text/timestamp.h"

namespace db {

class Postgres;
class Redis;

struct Views {
  std::int64_t count = 0;
  std::optional<core::Timestamp> last_at;
};

class ViewCounter {
 public:
  // That maintenance has not come for long is counted in `metrics`.
  ViewCounter(Postgres& postgres, Redis& redis, core::Metrics& metrics = core::Metrics::unwatched())
      : postgres_(postgres), redis_(redis), metrics_(metrics) {}

  // `account` is the one that the link is of.
  void count(const core::ShareId& link, const core::AccountId& account);

  // The views of each link, in the order of `links`, that wait in Redis.
  std::vector<Views> waiting(const std::vector<core::ShareId>& links);

  // Adds what waits of one link to its row, with whatever else is in the same batches. True if that
  // has changed rows. Without Redis only what waits in the database is added.
  bool fold_one(const core::ShareId& link);

  // Adds all that wait to the rows of their links, and says how many rows it has changed. Safe to
  // run from several hosts at once. Throws std::runtime_error if Redis does not answer.
  std::int64_t fold();

 private:
  // One request to count a view.
  struct Sending {
    std::string sender;
    std::int64_t number = 0;
    core::ShareId link;
    core::AccountId account;
    std::optional<core::Timestamp> moment;  // nothing: now
  };
  bool count_in_redis(const Sending& sending);
  // Has Redis count the views that are in doubt, of one link or all, unless it has. False if it
  // does not answer.
  bool settle_doubts(const std::optional<core::ShareId>& link);

  Postgres& postgres_;
  Redis& redis_;
  core::Metrics& metrics_;
  std::string sender_;  // empty: another is to be chosen
  std::int64_t number_ = 0;
};

}  // namespace db
