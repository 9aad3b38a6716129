#include "core/text/markdown_writer.h"

#include <gtest/gtest.h>

namespace core {
namespace {

TEST(MarkdownWriter, KeepsMarksInALineFromBeingMarkup) {
  EXPECT_EQ(markdown_line("a *b* `c` <d>\ne"), "a \\*b\\* \\`c\\` \\<d\\> e");
}

TEST(MarkdownWriter, FencesCodeWithMoreBackticksThanItHas) {
  EXPECT_EQ(markdown_code_block("x", "cpp"), "```cpp\nx\n```\n");
  EXPECT_EQ(markdown_code_block("````\n", ""), "`````\n````\n`````\n");
  EXPECT_EQ(markdown_code_block("", ""), "```\n\n```\n");
}

TEST(MarkdownWriter, WritesEachRecordOnOneLine) {
  MarkdownTable table;
  for (const char* const field : {"a", "b|c"}) table.add_field(field);
  table.end_record();
  for (const char* const field : {"1\r\n2\n3\r4", "\\"}) table.add_field(field);
  table.end_record();
  EXPECT_EQ(std::move(table).text(), "| a | b\\|c |\n| --- | --- |\n| 1<br>2<br>3<br>4 | \\\\ |\n");
}

}  // namespace
}  // namespace core
