#include "client/commands/options/time_values.h"

#include "core/text/timestamp.h"

namespace client {

std::string with_midnight(const std::string& text) {
  std::string midnight = text + "T00:00:00Z";
  return core::Timestamp::parse(midnight) ? midnight : text;
}

}  // namespace client
