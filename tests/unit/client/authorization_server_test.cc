#include "client/sign_in/authorization_server.h"

#include <chrono>
#include <optional>

#include <gtest/gtest.h>

namespace client {
namespace {

using std::chrono::seconds;

std::optional<seconds> read(const char* value) {
  const Answer answer(std::string(R"({"interval":)") + value + '}');
  return seconds_in(answer, "interval", seconds(60));
}

TEST(SecondsInAnswer, AreWholeAndBounded) {
  EXPECT_EQ(read("5"), seconds(5));
  EXPECT_EQ(read("5.9"), seconds(5));
  EXPECT_EQ(read("60"), seconds(60));
  for (const char* const value :
       {"61", "1e10", "9223372036854775807", "9223372036854775808", "1e300"})
    EXPECT_EQ(read(value), seconds(60)) << value;
}

TEST(SecondsInAnswer, AreNothingIfTheyAreLessThanOneOrNoNumber) {
  for (const char* const value : {"0", "0.9", "-1", "-1e300", "\"5\"", "null", "[5]"})
    EXPECT_EQ(read(value), std::nullopt) << value;
  const Answer empty("{}");
  EXPECT_EQ(seconds_in(empty, "interval", seconds(60)), std::nullopt);
}

}  // namespace
}  // namespace client
