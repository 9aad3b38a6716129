#include <gtest/gtest.h>

#include "../texts.h"
#include "templates/markdown/headings.h"

namespace templates {
namespace {

using tests::count;

std::vector<Heading> of_level(int level, int number) {
  return std::vector<Heading>(static_cast<std::size_t>(number), {level, "h-a", "A"});
}

TEST(TableOfContents, IsEmptyForAFewHeadings) {
  EXPECT_TRUE(table_of_contents({}).empty());
  EXPECT_TRUE(table_of_contents(of_level(1, 3)).empty());
  EXPECT_FALSE(table_of_contents(of_level(1, 4)).empty());
}

TEST(TableOfContents, LinksThreeLevelsFromTheHighest) {
  const std::string contents =
      table_of_contents(std::vector<Heading>{
                            {2, "h-a", "<A>"}, {3, "h-b", "B"}, {4, "h-c", "C"}, {5, "h-d", "D"}})
          .str();
  EXPECT_NE(contents.find("<li class=\"contents-1\"><a href=\"#h-a\">&lt;A&gt;</a></li>"),
            std::string::npos);
  EXPECT_NE(contents.find("<li class=\"contents-3\"><a href=\"#h-c\">C</a></li>"),
            std::string::npos);
  EXPECT_EQ(contents.find("h-d"), std::string::npos);
}

TEST(TableOfContents, IndentsByOneStepWhereALevelIsLeftOut) {
  const std::string contents =
      table_of_contents(
          std::vector<Heading>{
              {1, "h-a", "A"}, {2, "h-b", "B"}, {4, "h-c", "C"}, {3, "h-d", "D"}, {2, "h-e", "E"}})
          .str();
  for (const char* entry :
       {"contents-1\"><a href=\"#h-a", "contents-2\"><a href=\"#h-b", "contents-3\"><a href=\"#h-c",
        "contents-3\"><a href=\"#h-d", "contents-2\"><a href=\"#h-e"})
    EXPECT_NE(contents.find(entry), std::string::npos) << entry;
}

TEST(TableOfContents, HasTheDirectionOfItsEntries) {
  EXPECT_NE(table_of_contents(of_level(1, 4)).str().find("<ol dir=\"auto\">"), std::string::npos);
}

TEST(TableOfContents, LeavesOutEmptyHeadings) {
  std::vector<Heading> headings = of_level(1, 4);
  headings[1].text.clear();
  EXPECT_EQ(count(table_of_contents(headings).str(), "<li"), 3U);
}

TEST(TableOfContents, LeavesOutDeeperHeadingsFirstBeyond200) {
  std::vector<Heading> headings = of_level(1, 150);
  const std::vector<Heading> deeper = of_level(2, 51);
  headings.insert(headings.end(), deeper.begin(), deeper.end());
  EXPECT_EQ(count(table_of_contents(headings).str(), "<li"), 150U);
  EXPECT_EQ(count(table_of_contents(of_level(1, 300)).str(), "<li"), 200U);
}

}  // namespace
}  // namespace templates
