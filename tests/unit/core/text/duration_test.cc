#include <gtest/gtest.h>

#include "core/time.h"

namespace core {
namespace {

TEST(Duration, ParsesANumberAndAUnit) {
  EXPECT_EQ(Duration::parse("60s")->seconds(), 60);
  EXPECT_EQ(Duration::parse("1m")->seconds(), 60);
  EXPECT_EQ(Duration::parse("1h")->seconds(), 3600);
  EXPECT_EQ(Duration::parse("24h")->seconds(), 86400);
  EXPECT_EQ(Duration::parse("7d")->seconds(), 604800);
  EXPECT_EQ(Duration::parse("30d")->seconds(), 2592000);
  EXPECT_EQ(Duration::parse("2w")->seconds(), 1209600);
  EXPECT_EQ(Duration::parse("3650d")->seconds(), 315360000);
  EXPECT_EQ(Duration::parse("999999s")->seconds(), 999999);
}

TEST(Duration, RejectsValuesOutOfRange) {
  for (const std::string_view text : {"59s", "3651d", "522w", "87601h", "999999w"}) {
    const auto duration = Duration::parse(text);
    ASSERT_FALSE(duration) << text;
    EXPECT_EQ(duration.error().code, ErrorCode::invalid_expires_in);
  }
}

TEST(Duration, RefusesEveryOtherText) {
  for (const std::string_view text : {"",      "d",     "7",
                                      "07d",   "0d",    "-1d",
                                      "+1d",   "1.5h",  "7 d",
                                      " 7d",   "7d ",   "7D",
                                      "7y",    "7dd",   "1000000s",
                                      "1e3s",  "７d",   "7d\n",
                                      "007d",  "0s",    "7,0d",
                                      "0x7d",  " ",     "7d7d",
                                      "1d12h", "7mo",   "7days",
                                      "P7D",   "7\t",   "٧d",
                                      "7ｄ",   "7​d", "99999999999999999999d"})
    EXPECT_FALSE(Duration::parse(text)) << text;
}

TEST(Duration, MessageSaysWhatWouldBeRight) {
  EXPECT_NE(Duration::parse("soon").error().message.find("\"7d\""), std::string::npos);
}

TEST(Duration, IsWrittenInTheLargestUnitThatFits) {
  for (const std::string_view text : {"60s", "61s", "90m", "1h", "25h", "7d", "3650d"}) {
    const std::string written = Duration::parse(text)->text();
    EXPECT_EQ(Duration::parse(written)->seconds(), Duration::parse(text)->seconds());
  }
  EXPECT_EQ(Duration::parse("60s")->text(), "1m");
  EXPECT_EQ(Duration::parse("61s")->text(), "61s");
  EXPECT_EQ(Duration::parse("48h")->text(), "2d");
  EXPECT_EQ(Duration::parse("1w")->text(), "7d");
}

TEST(Duration, OfAStoredNumberIsWithinTheBounds) {
  EXPECT_EQ(Duration::of_seconds(1).seconds(), Duration::kMinimumSeconds);
  EXPECT_EQ(Duration::of_seconds(172800).text(), "2d");
  EXPECT_EQ(Duration::of_seconds(Duration::kMaximumSeconds + 1).seconds(),
            Duration::kMaximumSeconds);
}

}  // namespace
}  // namespace core
