#include <gtest/gtest.h>

#include "../texts.h"
#include "templates/content.h"

namespace templates {
namespace {

using tests::count;

RenderedContent render(const std::string& content) {
  return render_content(core::Template::code, content);
}

bool holds(const RenderedContent& content, std::string_view part) {
  return count(content.html.str(), part) > 0;
}

TEST(CodePage, NumbersLinesAndLinksToThem) {
  const RenderedContent page = render(R"({"text":"one\n\nthree"})");
  for (const char* number : {"1", "2", "3"})
    EXPECT_TRUE(holds(page, "<a id=\"L" + std::string(number) + "\" href=\"#L" + number +
                                "\" tabindex=\"-1\">" + number + "</a>\n"));
  EXPECT_FALSE(holds(page, "id=\"L4\""));
  EXPECT_TRUE(holds(page, "<pre class=\"code-text\">\none\n\nthree</pre>"));
  EXPECT_TRUE(holds(page, "3 lines"));
}

TEST(CodePage, CountsALastLineWithoutALineBreak) {
  EXPECT_TRUE(holds(render(R"({"text":"a"})"), ">1 line<"));
  EXPECT_TRUE(holds(render(R"({"text":"a\n"})"), ">1 line<"));
  EXPECT_TRUE(holds(render(R"({"text":"\n"})"), ">1 line<"));
  EXPECT_TRUE(holds(render(R"({"text":"a\nb"})"), ">2 lines<"));
  EXPECT_TRUE(holds(render(R"({"text":""})"), ">0 lines<"));
  EXPECT_FALSE(holds(render(R"({"text":""})"), "id=\"L1\""));
}

TEST(CodePage, EscapesTheTextTheLanguageAndTheFileName) {
  const RenderedContent page =
      render(R"({"text":"</pre><script>x()</script>&amp;","language":"<b>","filename":"<i>&.py"})");
  EXPECT_TRUE(holds(page, "&lt;/pre&gt;&lt;script&gt;x()&lt;/script&gt;&amp;amp;"));
  EXPECT_FALSE(holds(page, "<script>"));
  EXPECT_FALSE(holds(page, "<b>"));
  EXPECT_FALSE(holds(page, "<i>"));
}

TEST(CodePage, KeepsCarriageReturns) {
  EXPECT_TRUE(holds(render(R"({"text":"a\r\nb\rc"})"), "a&#13;\nb&#13;c</pre>"));
}

TEST(CodePage, HasPartsOf250Lines) {
  std::string text;
  for (int i = 0; i < 501; ++i) text += "x\\n";
  const RenderedContent page = render("{\"text\":\"" + text + "\"}");
  EXPECT_EQ(count(page.html.str(), "<pre class=\"code-text\">"), 3U);
  EXPECT_TRUE(holds(page,
                    "<div class=\"code-part\"><div class=\"code-numbers\" "
                    "aria-hidden=\"true\"><a id=\"L251\""));
  EXPECT_TRUE(holds(page, "digits-3"));
}

TEST(CodePage, ShowsTheBeginningOfAFileThatIsTooLarge) {
  std::string text;
  for (int i = 0; i < 500'000; ++i) text += "\\n";
  const RenderedContent page = render("{\"text\":\"" + text + "\"}");
  EXPECT_LT(page.html.size(), std::size_t{21} << 20);
  EXPECT_TRUE(holds(page, "of 500,000 lines"));
  EXPECT_FALSE(holds(page, "data-complete"));
  EXPECT_TRUE(holds(render(R"({"text":"x"})"), "data-complete"));
}

TEST(CodePage, WarnsAboutBidirectionalControls) {
  const char* warning = "change the direction of text";
  EXPECT_TRUE(holds(render(R"({"text":"if (a\u202e) {}"})"), warning));
  EXPECT_TRUE(holds(render(R"({"text":"\u2069"})"), warning));
  EXPECT_TRUE(holds(render(R"({"text":"x\u061c"})"), warning));
  EXPECT_FALSE(holds(render(R"({"text":"⁰ \u2028 \u2070 → שלום ة"})"), warning));
}

TEST(CodePage, UsesTheFileNameAsTitleAndSummary) {
  const RenderedContent page =
      render(R"({"text":"a\nb","language":"Go","filename":"cmd/main.go"})");
  ASSERT_TRUE(page.first_heading);
  EXPECT_EQ(page.first_heading->text, "main.go");
  EXPECT_EQ(page.summary, "2 lines of go");
  EXPECT_EQ(render(R"({"text":"a"})").summary, "1 line of code");
}

}  // namespace
}  // namespace templates
