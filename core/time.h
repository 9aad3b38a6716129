// Time: timestamps, durations, expiry, and the clock.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/error.h"

namespace core {

// Timestamp: a time in UTC, to the millisecond, as the API shows it.
//
// A value type without a clock: times come from the database, whose clock decides whether something
// has expired, or from the caller.
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

// The time by this host's clock, for IDs, logs and security.txt. Only the database's clock decides
// whether something has expired.

Timestamp now();

// Duration: the lifetime of an artifact or a share link, the API's `expiresIn`.
//
// Always between kMinimum and kMaximum. A value type.
class Duration {
 public:
  static constexpr std::int64_t kMinimumSeconds = 60;
  static constexpr std::int64_t kMaximumSeconds = std::int64_t{3650} * 24 * 60 * 60;

  // A number and a unit, ^[1-9][0-9]{0,5}(s|m|h|d|w)$, between 60 seconds and 3,650 days. Errors:
  // invalid_expires_in, with a message that says what is valid.
  static Result<Duration> parse(std::string_view text);

  // The default lifetime of a share link.
  static constexpr Duration default_for_share() { return Duration(std::int64_t{7} * 24 * 60 * 60); }

  // A stored one; the nearest that is allowed.
  static Duration of_seconds(std::int64_t seconds);

  // As parse() reads it, in the largest unit that fits: "7d".
  std::string text() const;

  constexpr std::int64_t seconds() const { return seconds_; }

  friend constexpr bool operator==(const Duration&, const Duration&) = default;

 private:
  explicit constexpr Duration(std::int64_t seconds) : seconds_(seconds) {}

  std::int64_t seconds_;
};

// Expiry: when an artifact or a share link expires, as requested by `expiresIn` of the API: after a
// duration, at a time, or never.
//
// A time must be as far in the future as a duration may be long. The database's clock decides, so
// the statements that write it check this. A value type.
class Expiry {
 public:
  static constexpr Expiry never() { return {std::nullopt, std::nullopt}; }
  static constexpr Expiry after(Duration duration) { return {duration, std::nullopt}; }
  static constexpr Expiry at(Timestamp moment) { return {std::nullopt, moment}; }

  // "7d", "2026-12-31T18:00:00Z" (RFC 3339) or "never". Errors: invalid_expires_in.
  static Result<Expiry> parse(std::string_view text);

  // At most one of the two is present.
  constexpr const std::optional<Duration>& duration() const { return duration_; }
  constexpr const std::optional<Timestamp>& moment() const { return moment_; }
  constexpr bool is_never() const { return !duration_ && !moment_; }

  friend constexpr bool operator==(const Expiry&, const Expiry&) = default;

 private:
  constexpr Expiry(std::optional<Duration> duration, std::optional<Timestamp> moment)
      : duration_(duration), moment_(moment) {}

  std::optional<Duration> duration_;
  std::optional<Timestamp> moment_;
};

// An invalid_expires_in for a malformed or out-of-range expiry.
Error invalid_expiry(std::string_view field = {});

}  // namespace core
