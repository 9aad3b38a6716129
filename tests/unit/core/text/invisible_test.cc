#include "core/text/invisible.h"

#include <gtest/gtest.h>

namespace core {
namespace {

TEST(Invisible, TellsTheBytesOfACharacterThatCannotBeSeen) {
  EXPECT_EQ(invisible_length("\u00ad-"), 2U);
  for (const char* const text :
       {"\u200b", "\u200f", "\u202a", "\u202e", "\u2060", "\u2069", "\ufeff"})
    EXPECT_EQ(invisible_length(text), 3U) << text;
  for (const char* const text :
       {"", "a", " ", "\u00ae", "\u2010", "\u202f", "\u206a", "\u3000", "\u20ac"})
    EXPECT_EQ(invisible_length(text), 0U) << text;
}

TEST(Invisible, TellsATextWithoutAnythingToSee) {
  for (const char* const text :
       {"", " \t\n", "\u200b", "\u00ad", "\u3000 \u00a0", " \ufeff\u202e "})
    EXPECT_TRUE(is_blank(text)) << text;
  for (const char* const text : {"a", "\u200ba", "\u00ae", " \u2010"})
    EXPECT_FALSE(is_blank(text)) << text;
}

}  // namespace
}  // namespace core
