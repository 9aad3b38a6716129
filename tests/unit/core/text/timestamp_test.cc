#include <gtest/gtest.h>

#include "core/time.h"

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

std::string read(std::string_view text) {
  const auto moment = Timestamp::parse(text);
  return moment ? moment->rfc3339() : "none";
}

TEST(Timestamp, IsReadWithAnyOffsetAndFraction) {
  EXPECT_EQ(read("2026-01-15T12:00:00Z"), "2026-01-15T12:00:00.000Z");
  EXPECT_EQ(read("2026-01-15t12:00:00z"), "2026-01-15T12:00:00.000Z");
  EXPECT_EQ(read("2026-01-15T12:00:00.5Z"), "2026-01-15T12:00:00.500Z");
  EXPECT_EQ(read("2026-01-15T12:00:00.0079999Z"), "2026-01-15T12:00:00.007Z");
  EXPECT_EQ(read("2026-01-15T12:00:00+02:00"), "2026-01-15T10:00:00.000Z");
  EXPECT_EQ(read("2026-01-15T23:30:00-05:45"), "2026-01-16T05:15:00.000Z");
  EXPECT_EQ(read("2024-02-29T00:00:00-00:00"), "2024-02-29T00:00:00.000Z");
  EXPECT_EQ(read("1969-12-31T23:59:59.999Z"), "1969-12-31T23:59:59.999Z");
}

TEST(Timestamp, ReadsNothingElse) {
  for (const std::string_view text : {"",
                                      "2026",
                                      "2026-01-15",
                                      "2026-01-15T12:00:00",
                                      "2026-01-15 12:00:00Z",
                                      "2026-01-15T12:00Z",
                                      "2026-01-15T12:00:00.Z",
                                      "2026-01-15T12:00:00,5Z",
                                      "2026-01-15T12:00:00 Z",
                                      " 2026-01-15T12:00:00Z",
                                      "2026-01-15T12:00:00Z ",
                                      "2026-02-29T12:00:00Z",
                                      "2026-04-31T12:00:00Z",
                                      "2026-00-15T12:00:00Z",
                                      "2026-13-15T12:00:00Z",
                                      "2026-01-00T12:00:00Z",
                                      "2026-01-15T24:00:00Z",
                                      "2026-01-15T12:60:00Z",
                                      "2026-06-30T23:59:60Z",
                                      "2026-01-15T12:00:00+24:00",
                                      "2026-01-15T12:00:00+02",
                                      "2026-01-15T12:00:00+0200",
                                      "26-01-15T12:00:00Z",
                                      "-026-01-15T12:00:00Z",
                                      "2026-1-15T12:00:00Z",
                                      "20260115T120000Z"})
    EXPECT_EQ(read(text), "none") << text;
}

}  // namespace
}  // namespace core
