#include <gtest/gtest.h>

#include "core/text/encodings.h"
#include "core/text/text.h"

namespace core {
namespace {

TEST(Trim, RemovesCharactersAtBothEndsOnly) {
  EXPECT_EQ(trim(" \ta b\r\n"), "a b");
  EXPECT_EQ(trim("a"), "a");
  EXPECT_EQ(trim(" \t\r\n"), "");
  EXPECT_EQ(trim(""), "");
  EXPECT_EQ(trim("..a.b. ", " ."), "a.b");
  EXPECT_EQ(trim("\ta ", " "), "\ta");
}

TEST(TakeUntil, ReturnsPartsWithoutWhitespace) {
  std::string_view rest = " a , b,,c ";
  EXPECT_EQ(take_until(rest, ','), "a");
  EXPECT_EQ(take_until(rest, ','), "b");
  EXPECT_EQ(take_until(rest, ','), "");
  EXPECT_EQ(take_until(rest, ','), "c");
  EXPECT_TRUE(rest.empty());
  EXPECT_EQ(take_until(rest, ','), "");
}

TEST(SplitWords, SeparatesAtAnyWhitespace) {
  EXPECT_EQ(split_words("  a \tb\r\nc "), (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(split_words(" "), std::vector<std::string>());
}

TEST(PercentDecode, DecodesBytesAndRejectsMalformedSequences) {
  EXPECT_EQ(percent_decode("a%2Fb%2fc%00+"), std::string("a/b/c\0+", 7));
  for (const char* text : {"%", "%2", "a%2", "%zz", "%2g", "% 2"})
    EXPECT_FALSE(percent_decode(text)) << text;
}

}  // namespace
}  // namespace core
