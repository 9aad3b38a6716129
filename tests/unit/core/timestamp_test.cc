#include "core/text/timestamp.h"

#include <gtest/gtest.h>

namespace core {
namespace {

std::string written(std::int64_t milliseconds) {
  return Timestamp::from_unix_milliseconds(milliseconds).rfc3339();
}

TEST(Timestamp, IsWrittenInUtcWithMilliseconds) {
  EXPECT_EQ(written(0), "1970-01-01T00:00:00.000Z");
  EXPECT_EQ(written(1768478400000), "2026-01-15T12:00:00.000Z");
  EXPECT_EQ(written(1709210096007), "2024-02-29T12:34:56.007Z");
  EXPECT_EQ(written(253402300799999), "9999-12-31T23:59:59.999Z");
  EXPECT_EQ(written(-1), "1969-12-31T23:59:59.999Z");
}

TEST(Timestamp, CountsWholeSecondsDownwards) {
  EXPECT_EQ(Timestamp::from_unix_milliseconds(1999).unix_seconds(), 1);
  EXPECT_EQ(Timestamp::from_unix_milliseconds(-1).unix_seconds(), -1);
}

}  // namespace
}  // namespace core
