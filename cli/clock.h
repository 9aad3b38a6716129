// The time by this host's clock.
#pragma once

#include <chrono>

#include "core/timestamp.h"

namespace cli {

inline core::Timestamp now() {
  const auto since_epoch = std::chrono::system_clock::now().time_since_epoch();
  return core::Timestamp::from_unix_milliseconds(
      std::chrono::duration_cast<std::chrono::milliseconds>(since_epoch).count());
}

}  // namespace cli
