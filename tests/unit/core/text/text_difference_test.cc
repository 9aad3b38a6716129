#include "core/text/text_difference.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace core {
namespace {

// As `diff -u` has it. Words that changed are in brackets where others of the line did not.
std::string shown(const TextDifference& difference) {
  std::string text;
  for (const Hunk& hunk : difference.hunks) {
    text += "@@ " + std::to_string(hunk.from_line) + "," + std::to_string(hunk.from_count) + " " +
            std::to_string(hunk.to_line) + "," + std::to_string(hunk.to_count) + "\n";
    for (const DifferingLine& line : hunk.lines) {
      text += line.kind == DifferingLine::Kind::kept      ? ' '
              : line.kind == DifferingLine::Kind::removed ? '-'
                                                          : '+';
      if (line.omitted_lines > 0) text += "(" + std::to_string(line.omitted_lines) + ")";
      for (const LinePart& part : line.parts)
        text += line.parts.size() > 1 && part.is_changed ? "[" + part.text + "]" : part.text;
      if (line.omitted_bytes > 0) text += "(" + std::to_string(line.omitted_bytes) + ")";
      text += "\n";
    }
  }
  return text;
}
std::string compared(std::string_view from, std::string_view to,
                     const TextDifferenceLimits& limits = {}) {
  return shown(compare_texts(from, to, limits));
}

std::string numbered_lines(std::size_t first, std::size_t last, std::string_view text = "line ") {
  std::string lines;
  for (std::size_t i = first; i <= last; ++i) lines += std::string(text) + std::to_string(i) + "\n";
  return lines;
}

TEST(TextDifference, HasTheLinesThatChangedWithSomeAround) {
  const std::string from = numbered_lines(1, 20);
  std::string to = from;
  to.replace(to.find("line 10\n"), 8, "other\nnew\n");
  EXPECT_EQ(compared(from, to),
            "@@ 7,7 7,8\n line 7\n line 8\n line 9\n-line 10\n+other\n+new\n line 11\n line 12\n "
            "line 13\n");
  const TextDifference difference = compare_texts(from, to);
  EXPECT_EQ(difference.from_lines, 20U);
  EXPECT_EQ(difference.to_lines, 21U);
  EXPECT_EQ(difference.removed, 1U);
  EXPECT_EQ(difference.added, 2U);
}

TEST(TextDifference, JoinsChangesThatAreClose) {
  const auto with = [](std::size_t place) {
    std::string text = numbered_lines(1, 20);
    text.insert(text.find("line 3\n"), "a\n");
    return text.insert(text.find("line " + std::to_string(place) + "\n"), "b\n");
  };
  EXPECT_EQ(compare_texts(numbered_lines(1, 20), with(9)).hunks.size(), 1U);
  EXPECT_EQ(compare_texts(numbered_lines(1, 20), with(10)).hunks.size(), 2U);
}

TEST(TextDifference, OfAnEmptyTextIsAllOfTheOther) {
  EXPECT_EQ(compared("", "a\nb"), "@@ 0,0 1,2\n+a\n+b\n");
  EXPECT_EQ(compared("a\n", ""), "@@ 1,1 0,0\n-a\n");
  EXPECT_EQ(compared("a\nb\n", "a\n"), "@@ 1,2 1,1\n a\n-b\n");
}

TEST(TextDifference, MarksWordsWithinLines) {
  EXPECT_EQ(compared("The total is 1,200 for May.\n", "The total is 1,350 for June.\n"),
            "@@ 1,1 1,1\n-The total is 1,[200] for [May].\n+The total is 1,[350] for [June].\n");
  EXPECT_EQ(compared("x = a + b;", "y = a - b;"), "@@ 1,1 1,1\n-[x] = a[ +] b;\n+[y] = a[ -] b;\n");
  EXPECT_EQ(compared("one two three", "one three"), "@@ 1,1 1,1\n-one [two] three\n+one three\n");
  // What lies between two changed words has changed with them.
  EXPECT_EQ(compared("keep old-name here", "keep new-title here"),
            "@@ 1,1 1,1\n-keep [old-name] here\n+keep [new-title] here\n");
  EXPECT_EQ(compared("été à Zürich", "hiver à Zürich"),
            "@@ 1,1 1,1\n-[été] à Zürich\n+[hiver] à Zürich\n");
  // Scripts without spaces, by characters.
  EXPECT_EQ(compared("東京都の人口", "京都府の人口"),
            "@@ 1,1 1,1\n-[東]京都の人口\n+京都[府]の人口\n");
}

TEST(TextDifference, MarksWordsAcrossLinesThatWereWrappedAnew) {
  EXPECT_EQ(compared("one two three\nfour five six\n", "one two\nthree four 5 six\n"),
            "@@ 1,2 1,2\n-one two three\n-four [five] six\n+one two\n+three four [5] six\n");
}

TEST(TextDifference, HasNoMarksWhereNoWordRemains) {
  EXPECT_EQ(compared("alpha, beta", "gamma, delta"), "@@ 1,1 1,1\n-alpha, beta\n+gamma, delta\n");
}

TEST(TextDifference, IgnoresHowLinesEnd) {
  const TextDifference ends = compare_texts("a\nb", "a\r\nb\r\n");
  EXPECT_TRUE(ends.is_in_line_ends);
  EXPECT_TRUE(ends.hunks.empty());
  EXPECT_FALSE(compare_texts("a\n", "a\n").is_in_line_ends);
  EXPECT_EQ(compared("a\r\nb\r\n", "a\nc\n"), "@@ 1,2 1,2\n a\n-b\n+c\n");
}

TEST(TextDifference, ShortensLongLinesToWhatChanged) {
  const std::string before(5000, 'x');
  const std::string from = before + " old " + std::string(3000, 'y');
  const std::string to = before + " new " + std::string(3000, 'y');
  const TextDifference difference = compare_texts(from, to);
  ASSERT_EQ(difference.hunks.size(), 1U);
  const DifferingLine& removed = difference.hunks[0].lines[0];
  ASSERT_EQ(removed.parts.size(), 3U);
  EXPECT_EQ(removed.parts[1], (LinePart{"old", true}));
  EXPECT_EQ(removed.parts[0].text, "…" + std::string(99, 'x') + " ");
  EXPECT_EQ(removed.omitted_bytes, 4901U + 2901U);
  // The whole line has changed.
  const TextDifference other = compare_texts("ü" + before, std::string("z"));
  EXPECT_EQ(other.hunks[0].lines[0].text(), "ü" + std::string(1998, 'x') + "…");
  EXPECT_EQ(other.hunks[0].lines[0].omitted_bytes, 3002U);
}

TEST(TextDifference, CountsWhatItLeavesOut) {
  const TextDifferenceLimits limits{.run = 2, .bytes = 200};
  EXPECT_EQ(compared(numbered_lines(1, 5, "a"), numbered_lines(1, 4, "b"), limits),
            "@@ 1,5 1,4\n-a1\n-a2\n-(3)\n+b1\n+b2\n+(2)\n");
  std::string from;
  std::string to;
  for (std::size_t i = 0; i < 10; ++i) {
    from += numbered_lines(100 * i, 100 * i + 20);
    to += numbered_lines(100 * i, 100 * i + 20) + "new\n";
  }
  const TextDifference difference = compare_texts(from, to, limits);
  EXPECT_EQ(difference.added, 10U);
  EXPECT_EQ(difference.hunks.size() + difference.omitted.hunks, 10U);
  EXPECT_EQ(difference.omitted.added, difference.omitted.hunks);
  EXPECT_GT(difference.omitted.hunks, 5U);
}

TEST(TextDifference, EndsWithinALongHunk) {
  std::string from;
  std::string to;
  for (std::size_t i = 0; i < 50; ++i) {
    from += "same\nold " + std::to_string(i) + "\n";
    to += "same\nnew " + std::to_string(i) + "\nmore\n";
  }
  EXPECT_EQ(compared(from, to, {.bytes = 100}),
            "@@ 1,100 1,150\n same\n-[old] 0\n+[new] 0\n+(1)\n (49)\n-(49)\n+(98)\n");
}

TEST(TextDifference, ComparesNoMoreLinesAndWordsThanItMay) {
  const TextDifference lines =
      compare_texts(numbered_lines(1, 30, "a"), numbered_lines(1, 30, "b"), {.lines = 50});
  EXPECT_FALSE(lines.is_compared);
  EXPECT_EQ(lines.from_lines, 30U);
  EXPECT_TRUE(lines.hunks.empty());
  // Lines that both have at their ends do not count.
  const std::string same = numbered_lines(1, 100);
  EXPECT_TRUE(compare_texts(same + "a\n" + same, same + "b\n" + same, {.lines = 50}).is_compared);
  EXPECT_EQ(compared("one a two b three", "one c two d three", {.words = 4}),
            "@@ 1,1 1,1\n-one a two b three\n+one c two d three\n");
}

// What `diff -u` and `patch` would make of the earlier text.
std::string applied(const std::string& from, const TextDifference& difference) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < from.size(); begin = from.find('\n', begin) + 1)
    lines.push_back(from.substr(begin, from.find('\n', begin) + 1 - begin));
  std::string to;
  std::size_t next = 0;
  for (const Hunk& hunk : difference.hunks) {
    const std::size_t first = hunk.from_count > 0 ? hunk.from_line - 1 : hunk.from_line;
    while (next < first) to += lines.at(next++);
    for (const DifferingLine& line : hunk.lines) {
      if (line.kind != DifferingLine::Kind::added && lines.at(next++) != line.text() + "\n")
        return "another line";
      if (line.kind != DifferingLine::Kind::removed) to += line.text() + "\n";
    }
  }
  while (next < lines.size()) to += lines.at(next++);
  return to;
}

TEST(TextDifference, MakesTheLaterTextOfTheEarlierOne) {
  std::size_t seed = 3;
  const auto random = [&](std::size_t below) {
    seed = seed * 6364136223846793005U + 1442695040888963407U;
    return (seed >> 33) % below;
  };
  for (std::size_t i = 0; i < 300; ++i) {
    const auto text = [&] {
      std::string lines;
      for (std::size_t line = random(40); line > 0; --line)
        lines += std::string(random(3), ' ') + "a" + std::to_string(random(1 + i % 9)) + " b\n";
      return lines;
    };
    const std::string from = text();
    const std::string to = i % 2 == 0 ? text() : from.substr(0, from.find('\n') + 1) + text();
    ASSERT_EQ(applied(from, compare_texts(from, to)), to) << from << "---\n" << to;
  }
}

// A text of words, in paragraphs, as long as a book.
std::string book(std::size_t paragraphs, std::size_t seed) {
  std::string text;
  for (std::size_t i = 0; i < paragraphs; ++i) {
    for (std::size_t word = 0; word < 80; ++word) {
      seed = seed * 6364136223846793005U + 1442695040888963407U;
      text += "word" + std::to_string((seed >> 33) % 5000) + (word % 10 == 9 ? "\n" : " ");
    }
    text += "\n";
  }
  return text;
}

TEST(TextDifference, OfTwoBooksIsSmall) {
  const TextDifference difference = compare_texts(book(5000, 1), book(5000, 2));
  EXPECT_TRUE(difference.is_compared);
  EXPECT_EQ(difference.from_lines, 45000U);
  EXPECT_GT(difference.removed, 30000U);
  std::size_t bytes = 0;
  for (const Hunk& hunk : difference.hunks)
    for (const DifferingLine& line : hunk.lines) bytes += line.text().size();
  EXPECT_LT(bytes, TextDifferenceLimits().bytes + 100'000);
}

}  // namespace
}  // namespace core
