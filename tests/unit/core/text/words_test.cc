#include "core/text/words.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

namespace core {
namespace {

std::string joined(const std::vector<std::string_view>& words) {
  std::string text;
  for (const std::string_view word : words) text.append(text.empty() ? "" : "|").append(word);
  return text;
}

std::string indexed(std::string_view text) { return joined(words_to_index(text)); }
std::string runs(std::string_view text) { return joined(runs_of_words(text)); }
std::string sought(std::string_view text) {
  using Kind = SoughtWord::Kind;
  std::string found;
  for (const SoughtWord& word : words_to_find(text))
    found.append(found.empty() ? "" : "|")
        .append(word.text)
        .append(word.kind == Kind::beginning ? "*"
                : word.kind == Kind::part    ? "…"
                                             : "");
  return found;
}

TEST(Words, AreRunsOfLettersAndDigits) {
  EXPECT_EQ(indexed("to be, or not_to: be!"), "be|not|or|to");
  EXPECT_EQ(indexed("std::vector<int> x1;"), "int|std|vector|x1");
  EXPECT_EQ(indexed("1,234.56 a@b.example"), "1|234|56|a|b|example");
  EXPECT_EQ(indexed(""), "");
  EXPECT_EQ(indexed(" \t\n.,;—“…”"), "");
}

TEST(Words, AreSeparatedByEveryControlCharacter) {
  EXPECT_EQ(indexed(std::string_view("a\0b\x01'c\\d\x7f", 9)), "a|b|c|d");
}

TEST(Words, KeepLettersOfAllLanguages) {
  EXPECT_EQ(indexed("Größe “naïve” Ærø—été"), "Größe|naïve|Ærø|été");
  EXPECT_EQ(indexed("Привет, мир؟ שלום"), "Привет|мир|שלום");
  EXPECT_EQ(indexed("price: 20 € → 🎉party🎉"), "20|party|price");
}

TEST(Words, OfScriptsWithoutSpacesArePairsAndSingleCharacters) {
  EXPECT_EQ(indexed("東京都"), "京|京都|東|東京|都");
  EXPECT_EQ(indexed("売上2024年、増"), "2024|上|増|売|売上|年");
}

TEST(Words, ArePartsOfRuns) {
  EXPECT_EQ(runs("b a, b"), "b|a|b");
  EXPECT_EQ(runs("売上2024年、増"), "売上|2024|年|増");
  EXPECT_EQ(runs(std::string(5000, 'x')), std::string(kMaximumWordBytes, 'x'));
  EXPECT_EQ(runs(" - "), "");
}

TEST(Words, LongerThanTheLongestAreCutBetweenCharacters) {
  EXPECT_EQ(indexed(std::string(5000, 'x')), std::string(kMaximumWordBytes, 'x'));
  std::string accented;
  for (int i = 0; i < 3000; ++i) accented += "é";
  EXPECT_EQ(indexed("x" + accented).size(), kMaximumWordBytes - 1);
  EXPECT_EQ(sought(std::string(5000, 'x')), std::string(kMaximumWordBytes, 'x') + '*');
}

TEST(Words, OfASearchEndWithABeginning) {
  EXPECT_EQ(sought("Quarterly rev"), "Quarterly|rev*");
  EXPECT_EQ(sought("foo_bar.baz()"), "foo|bar|baz*");
  EXPECT_EQ(sought("plan b"), "plan|b*");
  EXPECT_EQ(sought("été ét"), "été|ét*");
  EXPECT_EQ(sought("?!"), "");
}

TEST(Words, OfASearchInScriptsWithoutSpacesArePairs) {
  EXPECT_EQ(sought("東京都"), "東京…|京都…");
  EXPECT_EQ(sought("都"), "都…");
  EXPECT_EQ(sought("report 東京"), "report|東京…");
}

TEST(Words, ToIndexAreTheFirstThousandsOfTheText) {
  std::string text = "zebra";
  for (std::size_t i = 0; i < kMaximumWordsIndexed; ++i) text += " " + std::to_string(i);
  text += " apple";
  const auto words = words_to_index(text);
  EXPECT_EQ(words.size(), kMaximumWordsIndexed);
  EXPECT_EQ(words.back(), "zebra");
  EXPECT_EQ(std::count(words.begin(), words.end(), "0"), 1);
  EXPECT_EQ(std::count(words.begin(), words.end(), "apple"), 0);
}

TEST(Words, OfTruncatedTextAreReadWithoutLeavingIt) {
  for (const std::string_view text : {"\xf0", "a\xe6\x9d", "\xc3"}) {
    words_to_index(text);
    words_to_find(text);
    runs_of_words(text);
  }
}

}  // namespace
}  // namespace core
