#include <gtest/gtest.h>

#include "db/word_index.h"

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

TEST(TextLexemes, HaveTheMarkOfTheirAccount) {
  EXPECT_EQ(text_lexemes(account(1), "b a, b"), "00000001a 00000001b");
  EXPECT_EQ(text_lexemes(account(1), " - "), "");
}

}  // namespace
}  // namespace db
