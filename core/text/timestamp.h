// Timestamp: a time in UTC, to the millisecond, as the API shows it.
//
// A value type without a clock: times come from the database, whose clock decides whether something
// has expired, or from the caller.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace core {

class Timestamp {
 public:
  constexpr Timestamp() = default;

  // Milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
  static constexpr Timestamp from_unix_milliseconds(std::int64_t milliseconds) {
    return Timestamp(milliseconds);
  }
  constexpr std::int64_t unix_milliseconds() const { return milliseconds_; }
  constexpr std::int64_t unix_seconds() const {
    return milliseconds_ / 1000 - (milliseconds_ % 1000 < 0 ? 1 : 0);
  }

  // RFC 3339 with any offset from UTC, truncated to milliseconds. Nothing for any other text, and
  // for leap seconds.
  static std::optional<Timestamp> parse(std::string_view text);

  // RFC 3339 in UTC with milliseconds and Z: 2026-01-15T12:00:00.000Z. Years 0 to 9999.
  std::string rfc3339() const;

  friend constexpr auto operator<=>(Timestamp, Timestamp) = default;

 private:
  explicit constexpr Timestamp(std::int64_t milliseconds) : milliseconds_(milliseconds) {}

  std::int64_t milliseconds_ = 0;
};

}  // namespace core
