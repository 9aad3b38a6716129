// Words that are misspelt, and what they were to be.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/text/text.h"

namespace core {
namespace {

TEST(EditDistance, CountsLettersAddedLeftOutReplacedAndSwapped) {
  EXPECT_EQ(edit_distance("share", "share"), 0U);
  EXPECT_EQ(edit_distance("shares", "share"), 1U);
  EXPECT_EQ(edit_distance("shre", "share"), 1U);
  EXPECT_EQ(edit_distance("shore", "share"), 1U);
  EXPECT_EQ(edit_distance("sahre", "share"), 1U);
  EXPECT_EQ(edit_distance("", "share"), 5U);
}

TEST(EditDistance, OfAWordOfAnyLengthIsFar) {
  const std::string longest(kLongestWord, 'a');
  EXPECT_EQ(edit_distance(longest, longest + 'a'), kFar);
  EXPECT_EQ(edit_distance(std::string(100'000, 'a'), longest), kFar);
  EXPECT_EQ(edit_distance(longest, longest.substr(1)), 1U);
}

TEST(NearestWord, IsOneThatDiffersInTwoLettersAtMost) {
  const std::vector<std::string> words{"list", "links", "login"};
  const auto meant = [&](std::string_view given) {
    const auto found = nearest_word(given, words);
    return found == words.end() ? "" : *found;
  };
  EXPECT_EQ(meant("lst"), "list");
  EXPECT_EQ(meant("lnk"), "links");
  EXPECT_EQ(meant("logout"), "");
  EXPECT_EQ(meant(std::string(1000, 'l')), "");
}

}  // namespace
}  // namespace core
