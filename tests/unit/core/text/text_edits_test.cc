#include "core/text/text_edits.h"

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/cpu_limit.h"

namespace core {
namespace {

using Edits = std::vector<TextEdit>;

// The text, or the error's code, field and message.
std::string edited(std::string text, const Edits& edits) {
  const auto result = edit_text(std::move(text), edits);
  if (result) return *result;
  return std::string(to_string(result.error().code)) + ": " + result.error().sentence();
}

TEST(TextEdits, ReplaceInOrder) {
  EXPECT_EQ(edited("one two", {{"one", "1"}, {"two", "2"}}), "1 2");
  EXPECT_EQ(edited("a", {{"a", "ab"}, {"ab", "abc"}, {"c", ""}}), "ab");
  EXPECT_EQ(edited("a\nb\nc", {{"a\nb", "x"}}), "x\nc");
  EXPECT_EQ(edited("née", {{"é", "e"}}), "nee");
  EXPECT_EQ(edited("a", {}), "a");
}

TEST(TextEdits, ReplaceTheWantedPlace) {
  EXPECT_EQ(edited("a a a", {{"a", "b", 1}}), "b a a");
  EXPECT_EQ(edited("a a a", {{"a", "b", 3}}), "a a b");
  EXPECT_EQ(edited("a a", {{"a", "b", 1}, {"a", "c"}}), "b c");
  EXPECT_EQ(edited("aaaa", {{"aa", "b", 2}}), "aab");
}

TEST(TextEdits, SayWhichPlacesThereAre) {
  EXPECT_EQ(edited("a\nb a\na", {{"a", "x"}}),
            "edit_ambiguous: /edits/0/find is in the text 3 times, in lines 1, 2 and 3; give more "
            "of the text around it, or occurrence: which of them, from 1");
  EXPECT_EQ(edited("b\na a", {{"b", "b"}, {"a", "x"}}),
            "edit_ambiguous: /edits/1/find is in the text 2 times, in line 2; give more of the "
            "text around it, or occurrence: which of them, from 1");
  EXPECT_EQ(edited("a\na", {{"a", "x", 3}}),
            "edit_not_found: /edits/0/occurrence is 3, but the text has that passage 2 times, in "
            "lines 1 and 2");
  std::string many;
  for (int i = 0; i < 5000; ++i) many += "a\n";
  EXPECT_EQ(edited(many, {{"a", "x"}}),
            "edit_ambiguous: /edits/0/find is in the text at least 1000 times, in lines 1, 2, 3, "
            "4, 5, 6, 7, 8, 9, 10 and further ones; give more of the text around it, or "
            "occurrence: which of them, from 1");
}

TEST(TextEdits, SayWhatIsNearest) {
  EXPECT_EQ(edited("# Sales\n\nTotal: 1,234\nEnd", {{"Total: 1,235\nEnd", "x"}}),
            "edit_not_found: /edits/0/find is not in the text; nearest is line 3, which has the "
            "first 11 of its 16 characters, and goes on with \"4\" where this has \"5\\nEnd\"");
  EXPECT_EQ(edited("first\r\nsecond", {{"first\nsecond", "x"}}),
            "edit_not_found: /edits/0/find is not in the text; nearest is line 1, which has the "
            "last 7 of its 12 characters, and has \"first\\r\" where this has \"first\"");
  EXPECT_EQ(edited("abcdef", {{"abcdefgh", "x"}}),
            "edit_not_found: /edits/0/find is not in the text; nearest is line 1, which has the "
            "first 6 of its 8 characters, and goes on with nothing where this has \"gh\"");
  EXPECT_EQ(edited("abc", {{"xyz", "x"}}), "edit_not_found: /edits/0/find is not in the text");
  EXPECT_EQ(edited("abc", {{"abc", ""}, {"abc", "x"}}),
            "edit_not_found: /edits/1/find is not in the text that the edits before leave");
}

TEST(TextEdits, CutNoCharacterInMessages) {
  const auto result = edit_text("Größe: ü", Edits{{"Größe: ö", "x"}});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message,
            "is not in the text; nearest is line 1, which has the first 7 of its 8 characters, and "
            "goes on with \"ü\" where this has \"ö\"");
  EXPECT_EQ(result.error().line, 1);
}

// Many edits are found in one pass over the text where that gives the same as one after another.
TEST(TextEdits, ManyAtOnceGiveTheSameAsOneByOne) {
  std::string text;
  Edits edits;
  for (int i = 0; i < 100; ++i) {
    const std::string line = "line " + std::to_string(i) + ": what it says\n";
    text += line + std::string(2000, 'x') + "\n";
    edits.push_back({line, "line " + std::to_string(i) + ": other\n"});
  }
  const auto with = [&](const TextEdit& last) {
    Edits all = edits;
    all.push_back(last);
    std::string one_by_one = text;
    for (const TextEdit& edit : all) one_by_one = edited(std::move(one_by_one), {edit});
    const std::string at_once = edited(text, all);
    EXPECT_EQ(at_once, one_by_one) << last.find;
    return at_once;
  };
  with({"line 7: other\nxxxx", "of what an edit has made"});
  with({"xxxxx\nline 99: other", "of what is around it"});
  EXPECT_EQ(edited(text, edits).find("says"), std::string::npos);
  edits.pop_back();
  with({"line 99: what", "new"});
  edits[3].replace.clear();
  with({"xxxx\nxxxx", "of the texts around what is gone"});
  edits[3].replace = "line 99: what";
  edits.push_back({"line 99: what", "x"});
  EXPECT_TRUE(edited(text, edits).starts_with("edit_ambiguous: /edits/99/find"))
      << edited(text, edits);
}

// Each passage begins like most of the text, which a search must not compare again at each byte.
TEST(TextEdits, EndWithTheLimitOfCpuTime) {
  constexpr std::size_t kBytes = std::size_t{16} << 20;
  std::string text(kBytes, 'a');
  Edits edits;
  for (int i = 0; i < 1000; ++i) {
    const std::string line = "\nline " + std::to_string(i) + ".";
    text += line;
    edits.push_back({line, line + '!'});
  }
  edits.push_back({std::string(10'000, 'a') + "b", "x"});
  const CpuLimit limit(std::chrono::milliseconds(100));
  EXPECT_THROW(static_cast<void>(edit_text(text, edits)), CpuLimit::UsedUp);
  EXPECT_LT(limit.used(), std::chrono::seconds(1));
}

}  // namespace
}  // namespace core
