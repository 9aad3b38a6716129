#include "core/duration.h"

namespace core {
namespace {

constexpr std::size_t kMaximumDigits = 6;

Error invalid() {
  return {
      ErrorCode::invalid_expires_in,
      "expiresIn must be a whole number followed by s, m, h, d or w, such as \"24h\" or \"7d\", "
      "between 60 seconds and 3650 days"};
}

std::int64_t seconds_in(char unit) {
  switch (unit) {
    case 's':
      return 1;
    case 'm':
      return 60;
    case 'h':
      return 60 * 60;
    case 'd':
      return 24 * 60 * 60;
    case 'w':
      return 7 * 24 * 60 * 60;
    default:
      return 0;
  }
}

}  // namespace

Result<Duration> Duration::parse(std::string_view text) {
  if (text.size() < 2 || text.size() > kMaximumDigits + 1 || text.front() == '0') return invalid();
  const std::int64_t unit = seconds_in(text.back());
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

}  // namespace core
