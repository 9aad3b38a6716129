#include "core/text/duration.h"

#include <algorithm>

namespace core {
namespace {

constexpr std::size_t kMaximumDigits = 6;

Error invalid() {
  return {ErrorCode::invalid_expires_in,
          "must be a whole number followed by s, m, h, d or w, such as \"24h\" or \"7d\", "
          "between 60 seconds and 3650 days"};
}

// Seconds; 0 for an unknown unit.
std::int64_t length_of(char unit) {
  constexpr std::int64_t kMinute = 60;
  constexpr std::int64_t kHour = 60 * kMinute;
  constexpr std::int64_t kDay = 24 * kHour;
  switch (unit) {
    case 's':
      return 1;
    case 'm':
      return kMinute;
    case 'h':
      return kHour;
    case 'd':
      return kDay;
    case 'w':
      return 7 * kDay;
    default:
      return 0;
  }
}

}  // namespace

Result<Duration> Duration::parse(std::string_view text) {
  if (text.size() < 2 || text.size() > kMaximumDigits + 1 || text.front() == '0') return invalid();
  const std::int64_t unit = length_of(text.back());
  if (unit == 0) return invalid();
  std::int64_t number = 0;
  for (const char c : text.substr(0, text.size() - 1)) {
    if (c < '0' || c > '9') return invalid();
    number = number * 10 + (c - '0');
  }
  const std::int64_t seconds = number * unit;
  if (seconds < kMinimumSeconds || seconds > kMaximumSeconds) return invalid();
  return Duration(seconds);
}

Duration Duration::of_seconds(std::int64_t seconds) {
  return Duration(std::clamp(seconds, kMinimumSeconds, kMaximumSeconds));
}

std::string Duration::text() const {
  for (const char unit : {'d', 'h', 'm'})
    if (seconds_ % length_of(unit) == 0) return std::to_string(seconds_ / length_of(unit)) + unit;
  return std::to_string(seconds_) + 's';
}

}  // namespace core
