// Expiry: when an artifact or a share link expires, as requested by `expiresIn` of the API: after a
// duration, at a time, or never.
//
// A time must be as far in the future as a duration may be long. The database's clock decides, so
// the statements that write it check this. A value type.
#pragma once

#include <optional>
#include <string_view>

#include "core/result.h"
#include "core/text/duration.h"
#include "core/text/timestamp.h"

namespace core {

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
