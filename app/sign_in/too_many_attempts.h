// The error for too many attempts at a secret (db/counters/attempt_counter.h).
#pragma once

#include <chrono>

#include "core/error.h"

namespace app {

// rate_limited, with the time after which another attempt is allowed.
core::Error too_many_attempts(std::chrono::seconds wait);

}  // namespace app
