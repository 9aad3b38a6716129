// Duration: the lifetime of an artifact or a share link, the API's `expiresIn`.
//
// Always between kMinimum and kMaximum. A value type.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/result.h"

namespace core {

class Duration {
 public:
  static constexpr std::int64_t kMinimumSeconds = 60;
  static constexpr std::int64_t kMaximumSeconds = std::int64_t{3650} * 24 * 60 * 60;

  // A number and a unit, ^[1-9][0-9]{0,5}(s|m|h|d|w)$, between 60 seconds and 3,650 days.
  // Gives invalid_expires_in with a message that says what would be right.
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

}  // namespace core
