// Times as PostgreSQL counts them: microseconds from 2000-01-01T00:00:00Z.
#pragma once

#include <cstdint>

#include "core/text/timestamp.h"

namespace db {

inline constexpr std::int64_t kPostgresEpochMilliseconds = 946684800000;

inline std::int64_t to_postgres_microseconds(core::Timestamp moment) {
  return (moment.unix_milliseconds() - kPostgresEpochMilliseconds) * 1000;
}

inline core::Timestamp from_postgres_microseconds(std::int64_t microseconds) {
  const std::int64_t floor = microseconds / 1000 - (microseconds % 1000 < 0 ? 1 : 0);
  return core::Timestamp::from_unix_milliseconds(floor + kPostgresEpochMilliseconds);
}

}  // namespace db
