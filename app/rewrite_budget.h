// RewriteBudget: the bytes of content that changes of an account's artifacts may write in a day, by
// its plan. A version that a change makes counts with all of its content, however little of it is
// new: it is written as a whole, to PostgreSQL's log as well. What creates an artifact is limited
// by the account's storage instead.
//
// Counted with the call or form that makes the change (db/counters/rate_counter.h). Changes that
// are made at the same moment do not see each other, so they can exceed the budget by what they
// write. The operator has no budget.
//
// Not thread-safe. Everything it refers to must outlive it.
#pragma once

#include <cstddef>
#include <optional>

#include "core/account.h"
#include "core/artifact.h"
#include "core/error.h"
#include "core/principal.h"

namespace db {
class Postgres;
class RateCounter;
}  // namespace db

namespace app {

// The bytes of content that the change writes: that of the version that it makes.
std::size_t rewritten_bytes(const core::ArtifactChange& change, const core::Artifact& current);

class RewriteBudget {
 public:
  RewriteBudget(db::RateCounter& counter, db::Postgres& postgres,
                const core::PlanStorageLimits& limits)
      : counter_(counter), postgres_(postgres), limits_(limits) {}

  // quota_exceeded, with the time at which the next day begins, if today's budget does not suffice.
  std::optional<core::Error> refuse(const core::Principal& principal, std::size_t bytes) const;
  // Counts what a change has written, once its transaction has been committed.
  void charge(const core::Principal& principal, std::size_t bytes);

 private:
  db::RateCounter& counter_;
  db::Postgres& postgres_;
  const core::PlanStorageLimits& limits_;
};

}  // namespace app
