#include <gtest/gtest.h>

#include "core/time.h"

namespace core {
namespace {

TEST(Expiry, IsAfterADurationAtAMomentOrNever) {
  EXPECT_EQ(Expiry::parse("7d")->duration()->seconds(), 604800);
  EXPECT_FALSE(Expiry::parse("7d")->moment());
  EXPECT_EQ(Expiry::parse("2030-01-31T18:00:00Z")->moment()->rfc3339(), "2030-01-31T18:00:00.000Z");
  EXPECT_FALSE(Expiry::parse("2030-01-31T18:00:00Z")->duration());
  EXPECT_TRUE(Expiry::parse("never")->is_never());
  EXPECT_FALSE(Expiry::parse("7d")->is_never());
  EXPECT_FALSE(Expiry::parse("2030-01-31T18:00:00Z")->is_never());
}

TEST(Expiry, RefusesEveryOtherText) {
  for (const std::string_view text : {"", "Never", "never ", "7", "59s", "3651d", "2030-01-31",
                                      "2030-01-31T18:00:00", "tomorrow", "null", "Infinity"}) {
    const auto expiry = Expiry::parse(text);
    ASSERT_FALSE(expiry) << text;
    EXPECT_EQ(expiry.error().code, ErrorCode::invalid_expires_in);
    EXPECT_NE(expiry.error().message.find("\"7d\""), std::string::npos);
    EXPECT_NE(expiry.error().message.find("\"never\""), std::string::npos);
  }
}

}  // namespace
}  // namespace core
