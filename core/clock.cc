#include "core/clock.h"

#include <chrono>

namespace core {

Timestamp now() {
  const auto since_epoch = std::chrono::system_clock::now().time_since_epoch();
  return Timestamp::from_unix_milliseconds(
      std::chrono::duration_cast<std::chrono::milliseconds>(since_epoch).count());
}

}  // namespace core
