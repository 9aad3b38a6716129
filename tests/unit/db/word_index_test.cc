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
  EXPECT_EQ(text_query(account(2), "b"), "'00000002b':*");
  EXPECT_EQ(text_query(account(2), "it's \\ 'x' & y | !z:*"),
            "'00000002it' & '00000002s' & '00000002x' & '00000002y' & '00000002z':*");
}

TEST(TextQuery, IsNothingWithoutWords) {
  for (const char* text : {"", " ", "':*", "!&|()"})
    EXPECT_FALSE(text_query(account(1), text)) << text;
}

TEST(WordsQuery, LooksForTitleAndText) {
  EXPECT_EQ(words_query(account(1), {.title = "a b abc", .text = "bcd"})->text,
            "'00000001=a' & '00000001=b' & '00000001=abc':* & '00000001bcd':*");
  EXPECT_TRUE(words_query(account(1), {.title = "abc"})->is_whole);
  EXPECT_FALSE(words_query(account(1), {}));
}

TEST(WordsQuery, LeavesOutShortBeginnings) {
  const auto query = words_query(account(1), {.title = "net re", .text = "b"});
  EXPECT_EQ(query->text, "'00000001=net'");
  EXPECT_FALSE(query->is_whole);
  EXPECT_EQ(words_query(account(1), {.text = "東"})->text, "'00000001東'");
  EXPECT_FALSE(words_query(account(1), {.text = "éé"}));
}

TEST(WordsQuery, FindsNothingIfATextHasNoWords) {
  for (const core::ListFilter& filter :
       {core::ListFilter{.title = "-", .text = "a"}, core::ListFilter{.title = "a", .text = "-"}}) {
    const auto query = words_query(account(1), filter);
    ASSERT_TRUE(query);
    EXPECT_FALSE(query->text);
  }
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
  EXPECT_EQ(title_patterns("100% b"), "%|100|% %|b%");
  EXPECT_EQ(title_patterns("東京都"), "%東京% %京都%");
  EXPECT_EQ(title_patterns(""), "");
  EXPECT_EQ(title_patterns("%_"), "-");
}

}  // namespace
}  // namespace db
