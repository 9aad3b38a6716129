// ViewCounter: the views of share links that have no limit of them.
//
// They are counted in Redis, so that showing a page writes nothing to the database, and folded into
// share_links by maintenance; until then a link's views are those of its row and those that wait
// here. Every view that is counted arrives in the row exactly once (db/counter_fold.h). Without
// Redis a view is written to the row at once. The views of an account by day are counted in the
// same step (db/usage_store.h).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/public_id.h"
#include "core/timestamp.h"

namespace db {

class Postgres;
class Redis;

struct Views {
  std::int64_t count = 0;
  std::optional<core::Timestamp> last_at;
};

class ViewCounter {
 public:
  ViewCounter(Postgres& postgres, Redis& redis) : postgres_(postgres), redis_(redis) {}

  // `account` is the one that the link is of.
  void count(const core::ShareId& link, const core::AccountId& account);

  // The views of each link, in the order of `links`, that are not in its row yet.
  std::vector<Views> waiting(const std::vector<core::ShareId>& links);

  // Adds what waits of one link to its row. A worker that dies at this moment takes them along.
  void fold_one(const core::ShareId& link);

  // Adds all that wait to the rows of their links, and says to how many. Safe to run from several
  // hosts at once.
  std::int64_t fold();

 private:
  Postgres& postgres_;
  Redis& redis_;
};

}  // namespace db
