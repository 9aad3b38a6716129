// StorageLimits: the maximum number of an account's artifacts, and bytes of their contents. Deleted
// artifacts count as long as they are stored.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "core/account/plan.h"

namespace core {

// A number that nothing reaches: no limit.
inline constexpr std::int64_t kUnlimited = std::numeric_limits<std::int64_t>::max();

inline std::optional<std::int64_t> unless_unlimited(std::int64_t limit) {
  return limit == kUnlimited ? std::nullopt : std::optional(limit);
}

struct StorageLimits {
  std::int64_t bytes = kUnlimited;
  std::int64_t artifacts = kUnlimited;
};

// The limits of each plan, unless others were agreed with the account.
struct PlanStorageLimits {
  StorageLimits free{std::int64_t{1} << 30, 10'000};
  StorageLimits pro{std::int64_t{100} << 30, 1'000'000};
  StorageLimits enterprise;

  const StorageLimits& of(Plan plan) const { return of_plan(*this, plan); }
};

}  // namespace core
