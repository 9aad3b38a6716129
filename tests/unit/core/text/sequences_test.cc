#include "core/text/sequences.h"

#include <algorithm>
#include <random>
#include <string>

#include <gtest/gtest.h>

namespace core {
namespace {

std::vector<std::string_view> letters(std::string_view text) {
  std::vector<std::string_view> all;
  for (std::size_t i = 0; i < text.size(); ++i) all.push_back(text.substr(i, 1));
  return all;
}

std::vector<Match> matches(std::string_view from, std::string_view to,
                           std::size_t steps = kMostSteps) {
  return match_sequences(number_texts(letters(from), letters(to)), steps);
}

// The letters that were matched.
std::string common(std::string_view from, std::string_view to, std::size_t steps = kMostSteps) {
  std::string text;
  for (const Match& match : matches(from, to, steps)) text += from.substr(match.from, match.length);
  return text;
}

// Whether the matches are of equal letters, in the order of both, and as long as they can be.
bool are_right(std::string_view from, std::string_view to, const std::vector<Match>& all) {
  std::size_t from_end = 0;
  std::size_t to_end = 0;
  for (const Match& match : all) {
    const bool is_adjacent = match.from == from_end && match.to == to_end && &match != all.data();
    if (match.length == 0 || is_adjacent || match.from < from_end || match.to < to_end ||
        from.substr(match.from, match.length) != to.substr(match.to, match.length))
      return false;
    from_end = match.from + match.length;
    to_end = match.to + match.length;
  }
  return from_end <= from.size() && to_end <= to.size();
}

std::size_t longest_common_length(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> lengths(a.size() + 1,
                                                std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t k = 0; k < b.size(); ++k)
      lengths[i + 1][k + 1] =
          a[i] == b[k] ? lengths[i][k] + 1 : std::max(lengths[i][k + 1], lengths[i + 1][k]);
  return lengths[a.size()][b.size()];
}

class RandomText {
 public:
  explicit RandomText(unsigned seed) : random_(seed) {}
  std::string operator()(std::size_t length, unsigned letters) {
    std::string text;
    for (std::size_t i = 0; i < length; ++i) text += static_cast<char>('a' + random_() % letters);
    return text;
  }

 private:
  std::mt19937 random_;
};

TEST(Sequences, OfTextsGetTheSameNumberForTheSameText) {
  const std::vector<std::string_view> from{"b", "", "a"};
  const std::vector<std::string_view> to{"a", "b", "c", "b"};
  const NumberedTexts numbered = number_texts(from, to);
  EXPECT_EQ(numbered.count, 4U);
  EXPECT_EQ(numbered.from[0], numbered.to[1]);
  EXPECT_EQ(numbered.from[0], numbered.to[3]);
  EXPECT_EQ(numbered.from[2], numbered.to[0]);
  EXPECT_NE(numbered.from[1], numbered.from[0]);
  EXPECT_LT(*std::max_element(numbered.to.begin(), numbered.to.end()), numbered.count);
}

TEST(Sequences, HaveRunsInCommon) {
  EXPECT_EQ(matches("abcdef", "abxdef"), (std::vector<Match>{{0, 0, 2}, {3, 3, 3}}));
  EXPECT_EQ(matches("same", "same"), (std::vector<Match>{{0, 0, 4}}));
  EXPECT_EQ(matches("", "abc"), std::vector<Match>());
  EXPECT_EQ(matches("abc", "xyz"), std::vector<Match>());
  EXPECT_EQ(common("abcabba", "cbabac").size(), 4U);
  // Of what moved, the shorter part.
  EXPECT_EQ(common("123456789xy", "xy123456789"), "123456789");
}

TEST(Sequences, OfFewLettersAreMatchedAsFarAsPossible) {
  RandomText text(1);
  for (std::size_t i = 0; i < 500; ++i) {
    // Twice in front, so that no letter is single, which is matched whatever it costs.
    const std::string from = "aabb" + text(i % 40, 2) + "b";
    const std::string to = "bbaa" + text(i % 23, 2) + "a";
    const auto found = matches(from, to);
    ASSERT_TRUE(are_right(from, to, found)) << from << " " << to;
    ASSERT_EQ(common(from, to).size(), longest_common_length(from, to)) << from << " " << to;
  }
}

TEST(Sequences, AreMatchedRightlyWhateverTheyAre) {
  RandomText text(2);
  for (std::size_t i = 0; i < 300; ++i) {
    const std::string from = text(i, static_cast<unsigned>(1 + i % 26));
    const std::string to = text(300 - i, static_cast<unsigned>(1 + i % 19));
    ASSERT_TRUE(are_right(from, to, matches(from, to))) << from << " " << to;
    ASSERT_TRUE(are_right(from, to, matches(from, to, i * 10))) << from << " " << to;
  }
  // So large that no shortest way is looked for.
  const std::string from = text(5000, 4);
  const std::string to = text(5000, 4);
  const auto found = matches(from, to);
  ASSERT_TRUE(are_right(from, to, found));
  EXPECT_GT(common(from, to).size(), 2500U);
}

TEST(Sequences, AreMatchedInPartWithoutSteps) {
  EXPECT_EQ(common("abababab--cdcdcdcd", "abababab++cdcdcdcd", 0), "ababababcdcdcdcd");
  EXPECT_EQ(common("xxyy", "yyxx", 0), "");
}

TEST(LongestAscent, LeavesOutWhatHasMoved) {
  EXPECT_EQ(longest_ascent(std::vector<std::size_t>{}), std::vector<std::size_t>());
  EXPECT_EQ(longest_ascent(std::vector<std::size_t>{5, 0, 1, 2}),
            (std::vector<std::size_t>{1, 2, 3}));
  EXPECT_EQ(longest_ascent(std::vector<std::size_t>{0, 8, 4, 12, 2, 10, 6, 14, 1}).size(), 4U);
}

}  // namespace
}  // namespace core
