#include <gtest/gtest.h>

#include "app/viewer.h"

namespace app {
namespace {

using Passwords = std::vector<std::string>;

TEST(PasswordReadings, AreTheTextItselfWithoutAPercentSign) {
  EXPECT_EQ(*password_readings("open sesame"), Passwords{"open sesame"});
  EXPECT_EQ(*password_readings("Pässwörd+1"), Passwords{"Pässwörd+1"});
}

TEST(PasswordReadings, AreDecodedFirst) {
  EXPECT_EQ(*password_readings("P%C3%A4ss%20w"), (Passwords{"Päss w", "P%C3%A4ss%20w"}));
  EXPECT_EQ(*password_readings("100%25"), (Passwords{"100%", "100%25"}));
  EXPECT_EQ(*password_readings("ä%41"), (Passwords{"äA", "ä%41"}));
}

TEST(PasswordReadings, AreTheTextItselfWhereNothingIsEncoded) {
  for (const char* text : {"100%", "%", "%4", "50%zz", "%C3%A4 100%"})
    EXPECT_EQ(*password_readings(text), Passwords{text}) << text;
}

TEST(PasswordReadings, DoNotExistInAnotherEncoding) {
  for (const char* text : {"P\xe4ss", "\xff", "P%E4ss", "%C3", "a%00b"}) {
    const auto readings = password_readings(text);
    ASSERT_FALSE(readings) << text;
    EXPECT_EQ(readings.error().code, core::ErrorCode::invalid_request);
    EXPECT_NE(readings.error().message.find("X-Share-Password must be UTF-8"), std::string::npos);
  }
}

}  // namespace
}  // namespace app
