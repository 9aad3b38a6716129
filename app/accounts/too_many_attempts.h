// What whoever tries a secret too often is told (db/counters/attempt_counter.h).
#pragma once

#include <chrono>

#include "core/error.h"

namespace app {

// rate_limited, with the time after which an attempt may be made.
core::Error too_many_attempts(std::chrono::seconds wait);

}  // namespace app
