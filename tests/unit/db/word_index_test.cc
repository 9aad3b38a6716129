#include "db/word_index.h"

#include <gtest/gtest.h>

namespace db {
namespace {

core::AccountId account(std::uint8_t last) {
  core::Uuid uuid;
  uuid.bytes.back() = last;
  return core::AccountId(uuid);
}

TEST(TextQuery, LooksForAllWordsOfTheAccount) {
  EXPECT_EQ(text_query(account(0xa1), "Net revenue"), "'000000a1Net' & '000000a1revenue':*");
  EXPECT_EQ(text_query(account(2), "b"), "'00000002b'");
  EXPECT_EQ(text_query(account(2), "it's \\ 'x' & y | !z:*"),
            "'00000002it' & '00000002s' & '00000002x' & '00000002y' & '00000002z'");
}

TEST(TextQuery, IsNothingWithoutWords) {
  for (const char* text : {"", " ", "':*", "!&|()"})
    EXPECT_FALSE(text_query(account(1), text)) << text;
}

TEST(WordsQuery, LooksForTitleAndText) {
  EXPECT_EQ(words_query(account(1), {.title = "a", .text = "bcd"}),
            "'00000001=a' & '00000001bcd':*");
  EXPECT_EQ(words_query(account(1), {.title = "abc"}), "'00000001=abc':*");
  EXPECT_EQ(words_query(account(1), {.text = "a"}), "'00000001a'");
  EXPECT_FALSE(words_query(account(1), {}));
  EXPECT_FALSE(words_query(account(1), {.title = "-", .text = "a"}));
  EXPECT_FALSE(words_query(account(1), {.title = "a", .text = "-"}));
}

TEST(Lexemes, HaveTheMarkOfTheirAccountAndThoseOfTheTitleAnother) {
  EXPECT_EQ(lexemes_of(account(1), "", "b a, b"), "00000001a 00000001b");
  EXPECT_EQ(lexemes_of(account(1), "c", "b"), "00000001=c 00000001b 00000001c");
  EXPECT_EQ(lexemes_of(account(1), " ", "-"), "");
}

TEST(TitleWords, AreThoseOfTheTitleOrElseOfTheFirstHeading) {
  EXPECT_EQ(title_words("Net, sales", "Heading"), "|Net|sales|");
  EXPECT_EQ(title_words(std::nullopt, "Heading"), "|Heading|");
  EXPECT_EQ(title_words(" ", "Heading"), "|Heading|");
  EXPECT_EQ(title_words(std::nullopt, std::nullopt), "|");
  EXPECT_EQ(title_words("東京都2024", std::nullopt), "|東京都|2024|");
}

TEST(TitlePatterns, AreOfAllWords) {
  EXPECT_EQ(title_patterns("net sal"), "%|net|% %|sal%");
  EXPECT_EQ(title_patterns("100% b"), "%|100|% %|b|%");
  EXPECT_EQ(title_patterns("東京都"), "%東京% %京都%");
  EXPECT_EQ(title_patterns(""), "");
  EXPECT_EQ(title_patterns("%_"), "-");
}

}  // namespace
}  // namespace db
