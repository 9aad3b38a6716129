#include <gtest/gtest.h>

#include "core/ids.h"

namespace core {
namespace {

TEST(ExternalId, TakesWhatStandsInAPath) {
  for (const std::string_view text : {"a", "0", "nightly-report", "CI:main@4f2a.1~b_c"})
    EXPECT_EQ(ExternalId::parse(text)->text(), text);
  EXPECT_TRUE(ExternalId::parse(std::string(128, 'x')));
}

TEST(ExternalId, RefusesEveryOtherText) {
  for (const std::string_view text : {"", ".", "..", "-a", "a/b", "a b", " a", "a%20", "ä", "a\n"})
    EXPECT_FALSE(ExternalId::parse(text)) << text;
  EXPECT_FALSE(ExternalId::parse(std::string(129, 'x')));
  EXPECT_FALSE(ExternalId::parse(std::string_view("a\0b", 3)));
}

TEST(ExternalId, StandsForAnIdAfterItsPrefix) {
  EXPECT_EQ(ExternalId::parse_address("ext:CI:main@x")->text(), "CI:main@x");
  EXPECT_EQ(ExternalId::parse("a")->address(), "ext:a");
  for (const std::string_view text : {"a", "ext:", "ext", "EXT:a", "ext:a/b", "ext:-", "ext:ext:a"})
    EXPECT_FALSE(ExternalId::parse_address(text)) << text;
}

TEST(ExternalId, MessageSaysWhatWouldBeRight) {
  EXPECT_EQ(invalid_external_id("externalId").sentence(),
            "externalId must have 1 to 128 letters, digits and -._~:@, beginning with a letter or "
            "digit, without the ext: of an address");
}

}  // namespace
}  // namespace core
