#include "app/rewrite_budget.h"

#include <algorithm>
#include <chrono>
#include <string>

#include "core/time.h"
#include "db/connection/postgres.h"
#include "db/counters/rate_counter.h"

namespace app {

std::size_t rewritten_bytes(const core::ArtifactChange& change, const core::Artifact& current) {
  if (change.content) return change.content->text().size();
  // Content that stays is kept once more, with the version that it was before.
  const bool makes_version = (change.title && *change.title != current.title) ||
                             (change.description && *change.description != current.description);
  return makes_version ? static_cast<std::size_t>(current.content_bytes) : 0;
}

std::optional<core::Error> RewriteBudget::refuse(const core::Principal& principal,
                                                 std::size_t bytes) const {
  if (principal.kind == core::Principal::Kind::operator_) return std::nullopt;
  const std::int64_t most = limits_.of(principal.plan).rewritten_bytes_per_day;
  const db::RewrittenBytes today = counter_.rewritten_so_far(principal.account);
  const std::int64_t left = std::max<std::int64_t>(0, most - today.bytes);
  if (bytes == 0 || static_cast<std::int64_t>(bytes) <= left) return std::nullopt;
  const auto again = core::Timestamp::from_unix_milliseconds(today.day_ends * 1000);
  const std::int64_t wait = today.day_ends - core::now().unix_seconds();
  return core::Error{core::ErrorCode::quota_exceeded,
                     "changes of the account's artifacts may write " + std::to_string(most) +
                         " bytes of content a day and have written " + std::to_string(today.bytes) +
                         "; this one would write " + std::to_string(bytes) +
                         "; the next day begins at " + again.rfc3339(),
                     {},
                     std::chrono::seconds(std::max<std::int64_t>(1, wait))};
}

void RewriteBudget::charge(const core::Principal& principal, std::size_t bytes) {
  if (bytes == 0 || principal.kind == core::Principal::Kind::operator_) return;
  postgres_.when_committed([&counter = counter_, account = principal.account, bytes] {
    counter.add_rewritten(account, static_cast<std::int64_t>(bytes));
  });
}

}  // namespace app
