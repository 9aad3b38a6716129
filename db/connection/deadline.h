// Deadline: when a step must be done, by the monotonic clock.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>

namespace db {

using Deadline = std::chrono::steady_clock::time_point;

// The milliseconds left, for poll(); 0 if the deadline has passed.
inline int milliseconds_until(Deadline deadline) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
      deadline - std::chrono::steady_clock::now());
  return static_cast<int>(
      std::clamp<std::int64_t>(left.count(), 0, std::numeric_limits<int>::max()));
}

}  // namespace db
