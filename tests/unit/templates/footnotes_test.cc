#include <gtest/gtest.h>

#include "../texts.h"
#include "templates/markdown/markdown.h"
#include "templates/markdown/renderer/footnote_list.h"

namespace templates {
namespace {

using tests::repeated;

std::string rendered(const std::string& source) { return render_markdown(source).html.str(); }

void expect_contains(const std::string& source, std::string_view part) {
  EXPECT_NE(rendered(source).find(part), std::string::npos) << rendered(source);
}

void expect_lacks(const std::string& source, std::string_view part) {
  EXPECT_EQ(rendered(source).find(part), std::string::npos) << rendered(source);
}

TEST(Footnotes, LinkBothWays) {
  EXPECT_EQ(rendered("a[^x] b\n\n[^x]: The *text*.\n"),
            "<p dir=\"auto\">a<sup class=\"footnote-reference\"><a href=\"#fn-1\" id=\"fnref-1\" "
            "aria-describedby=\"footnotes\">1</a></sup> b</p>\n"
            "<section class=\"footnotes\"><h2 id=\"footnotes\">Footnotes</h2>\n<ol dir=\"auto\">\n"
            "<li id=\"fn-1\"><p>The <em>text</em>. <a class=\"footnote-back\" href=\"#fnref-1\" "
            "aria-label=\"Back to reference 1\">\u21a9\ufe0e</a></p></li>\n</ol></section>\n");
}

TEST(Footnotes, AreNumberedByFirstReference) {
  const std::string source = "[^b] [^a]\n\n[^a]: first\n[^b]: second\n[^c]: never\n";
  expect_contains(source, "<li id=\"fn-1\"><p>second");
  expect_contains(source, "<li id=\"fn-2\"><p>first");
  expect_lacks(source, "never");
}

TEST(Footnotes, HaveALinkBackToEachReference) {
  const std::string source = "[^a] [^A] [^b]\n\n[^a]: x\n[^b]: y [^a]\n";
  for (const std::string_view id : {"fnref-1\"", "fnref-1-2\"", "fnref-1-3\"", "fnref-2\""}) {
    expect_contains(source, "id=\"" + std::string(id));
    expect_contains(source, "href=\"#" + std::string(id));
  }
  expect_contains(source, "aria-label=\"Back to reference 1-3\">\u21a9\ufe0e<sup>3</sup></a>");
}

TEST(Footnotes, MayReferToThemselvesAndToOthers) {
  expect_contains("[^a]\n\n[^a]: me [^a], you [^b]\n[^b]: back [^a]\n", "id=\"fnref-1-3\"");
}

TEST(Footnotes, MayHaveSeveralParagraphsAndCode) {
  const std::string source =
      "[^a]\n\n[^a]: one\n  two\nthree\n\n    four\n\n    ```c\n    five\n    ```\n\nsix\n";
  expect_contains(source, "<p>one\ntwo\nthree</p>\n<p>four</p>\n<pre");
  expect_contains(source, ">five\n</code></pre>\n<p> <a class=\"footnote-back\"");
  expect_contains(source, "<p dir=\"auto\">six</p>");
}

TEST(Footnotes, EndWhereAnotherBlockBegins) {
  expect_contains("[^a]\n\n[^a]: x\n# Title\n", "<h1 id=\"h-title\"");
  expect_contains("[^a]\n\n[^a]: x\n- item\n", "<ul dir=\"auto\"><li>item");
}

TEST(Footnotes, StayTextIfUndefined) {
  expect_contains("a[^x] [^ b] [^]\n\n[^y]: z\n", "<p dir=\"auto\">a[^x] [^ b] [^]</p>");
  expect_contains("a\\[^x]\n\n[^x]: y\n", "<p dir=\"auto\">a[^x]</p>");
}

TEST(Footnotes, AreNotFoundInCode) {
  expect_contains("`[^x]`\n\n[^x]: y\n", "<code>[^x]</code>");
  expect_contains("```\n[^x]: y\n```\n\n[^x]\n", "<code>[^x]: y\n</code>");
  expect_contains("> ```\n> a\n\n[^x]\n\n[^x]: y\n", "id=\"fn-1\"");
  expect_contains("    [^x]: y\n\n[^x]\n", "<code>[^x]: y\n</code>");
  expect_contains("```\n- ```\n[^x]: y\n```\n\n[^x]\n", "[^x]: y\n</code>");
  expect_lacks("<!--\n[^x]: y\n-->\n\n[^x]\n", "<sup");
  expect_contains("    ```\n\n[^x]\n\n[^x]: y\n", "id=\"fn-1\"");
}

TEST(Footnotes, AreNotNestedInLinks) {
  expect_contains("[a [^x]](/b) ![c [^x]](https://e.example/)\n\n[^x]: y\n", ">a [^x]</a>");
  expect_lacks("[a [^x]](/b)\n\n[^x]: y\n", "footnotes");
}

TEST(Footnotes, LeaveHeadingsTheirNames) {
  const auto result = render_markdown("## A[^x]\n\n[^x]: y\n\n    # z\n");
  ASSERT_EQ(result.headings.size(), 1U);
  EXPECT_EQ(result.headings[0].id, "h-a");
  EXPECT_EQ(result.headings[0].text, "A");
  EXPECT_TRUE(result.leading_heading.empty());
}

TEST(Footnotes, AreNotInTheSummary) {
  EXPECT_EQ(render_markdown("a[^x]\n\n[^x]: y\n").first_text, "a ");
}

TEST(Footnotes, AreEscaped) {
  expect_contains("[^\">&]\n\n[^\">&]: \\<script>\n", "<p>&lt;script&gt;");
  expect_contains("[^a]\n\n[^a]: [x](javascript:y)\n", "<p>x <a class=\"footnote-back\"");
}

TEST(Footnotes, HostileOnesGiveBoundedResults) {
  for (const std::string& source :
       {repeated("[^", 100000), repeated("[^a]", 100000) + "\n\n[^a]: b\n",
        repeated("[^a]: b\n", 100000), repeated("[^a]:[^a]:", 50000),
        "[^a]\n\n[^a]: " + repeated("> ", 100), "[^a]\n\n[^a]: " + repeated("[^a]", 100000),
        "[^a]\n\n[^a]: " + repeated("[^a] ", 700), "[^" + repeated("a", 100000) + "]",
        "[^a]: " + repeated("\n    x", 50000) + "\n\n[^a]\n"}) {
    EXPECT_LE(render_markdown(source).html.size(), source.size() * 16 + 131072)
        << source.substr(0, 20);
  }
}

}  // namespace
}  // namespace templates
