#include "templates/markdown/markdown.h"

#include <set>

#include <gtest/gtest.h>

#include "../texts.h"
#include "templates/content.h"

namespace templates {
namespace {

using tests::repeated;

std::string rendered(const std::string& source) {
  const RenderedMarkdown result = render_markdown(source);
  return result.leading_heading.str() + result.html.str();
}

void expect_contains(const std::string& source, std::string_view part) {
  EXPECT_NE(rendered(source).find(part), std::string::npos) << rendered(source);
}

TEST(Markdown, RendersInlineMarkup) {
  EXPECT_EQ(rendered("*a* **b** ~~c~~ `d`"),
            "<p dir=\"auto\"><em>a</em> <strong>b</strong> <del>c</del> <code>d</code></p>\n");
}

TEST(Markdown, RendersEmphasisMarksInLinkDestinations) {
  const auto expect_ends = [](const std::string& source, std::string_view end) {
    EXPECT_FALSE(render_markdown(source).too_complex) << source;
    EXPECT_TRUE(rendered(source).ends_with(end)) << rendered(source);
  };
  expect_ends("[x](https://example.org/_) a/_", "x</a> a/_</p>\n");
  expect_ends("[x](/a*b) c*d", "x</a> c*d</p>\n");
  expect_ends("[x](/a~b) c~d", "x</a> c~d</p>\n");
  expect_ends("[x](/a**b) c**d", "x</a> c**d</p>\n");
  expect_ends("- [x](/_) a/_\n\n*b*", "<p dir=\"auto\"><em>b</em></p>\n");
  expect_ends("*[x](/a*) b\n\n*c*", "<p dir=\"auto\"><em>c</em></p>\n");
  expect_ends("![a *b](/u*) c\n\n*d*", "<p dir=\"auto\"><em>d</em></p>\n");
  expect_ends("[a *b](/u*) c\n\n*d*", "<p dir=\"auto\"><em>d</em></p>\n");
}

TEST(Markdown, MarksCellsByTheWidthOfTheirTexts) {
  const auto expect_cell = [](const std::string& cell, std::string_view written) {
    expect_contains("| a | b |\n|---|:-:|\n| x | " + cell + " |\n", written);
  };
  expect_contains("| a |\n|---|\n| A long note that explains it |\n",
                  "<td class=\"is-long\">A long note that explains it</td>");
  expect_cell("A *long* note that explains it",
              "<td class=\"align-center is-long\">A <em>long</em> note that explains it</td>");
  expect_cell("2026-11-24", "<td class=\"align-center\">2026-11-24</td>");
  expect_cell("2026-11-24 14:30", "<td class=\"align-center is-medium\">2026-11-24 14:30</td>");
  expect_contains("| a |\n|---|\n| x |\n| Five short words |\n", "<td>x</td>");
  expect_cell("[short](https://example.org/a/long/address)", "<td class=\"align-center\"><a");
  expect_cell("这一行的数字是按季度汇总的结果", "<td class=\"align-center is-long\">");
  expect_cell("––––––––––––", "<td class=\"align-center\">");
  expect_contains("| A long heading that explains it |\n|---|\n| x |\n",
                  "<th scope=\"col\">A long heading");
}

TEST(Markdown, GivesHeadingsAnIdAsGitHubDoes) {
  const auto result = render_markdown("# The *Title*, again!\n\ntext\n\n## Größe\n\n## Größe\n");
  ASSERT_EQ(result.headings.size(), 3U);
  EXPECT_EQ(result.headings[0].id, "h-the-title-again");
  EXPECT_EQ(result.headings[0].text, "The Title, again!");
  EXPECT_EQ(result.headings[1].id, "h-größe");
  EXPECT_EQ(result.headings[2].id, "h-größe-1");
}

TEST(Markdown, NeverGivesAnIdTwice) {
  const auto result = render_markdown("# a\n# a-1\n# a\n# a\n# a-1\n");
  std::set<std::string> ids;
  for (const Heading& heading : result.headings) EXPECT_TRUE(ids.insert(heading.id).second);
}

TEST(Markdown, KeepsOnlyTheBeginningOfTheTextOfAHeading) {
  const std::string text(10 * kMaximumHeadingBytes, 'a');
  const auto result = render_markdown("# " + text);
  ASSERT_EQ(result.headings.size(), 1U);
  EXPECT_EQ(result.headings[0].text, text.substr(0, kMaximumHeadingBytes));
  EXPECT_NE(result.leading_heading.str().find(text), std::string::npos);
}

TEST(Markdown, KeepsTheLeadingHeadingApart) {
  EXPECT_FALSE(render_markdown("# a\n\nb").leading_heading.empty());
  EXPECT_TRUE(render_markdown("b\n\n# a").leading_heading.empty());
  EXPECT_TRUE(render_markdown("## a\n\nb").leading_heading.empty());
}

TEST(Markdown, LinksWithinTheDocumentLeadToItsHeadings) {
  expect_contains("[x](#part)", "<a href=\"#h-part\">x</a>");
}

TEST(Markdown, LinksThatAreNotSafeAreText) {
  for (const std::string url : {"javascript:alert(1)", "&#106;avascript:alert(1)",
                                "java&Tab;script&colon;alert(1)", "data:text/html,x", "//evil"})
    EXPECT_EQ(rendered("[x](" + url + ")"), "<p dir=\"auto\">x</p>\n");
  EXPECT_EQ(rendered("<javascript:alert(1)>"), "<p dir=\"auto\">javascript:alert(1)</p>\n");
}

TEST(Markdown, LinksSendNoReferrer) {
  expect_contains("[x](https://e.example \"T\")",
                  "<a href=\"https://e.example\" rel=\"noopener noreferrer nofollow ugc\" "
                  "title=\"T\">x</a>");
}

TEST(Markdown, KnowsLinksThatNeedNoAddressOnPaper) {
  for (const std::string source :
       {"https://e.example/a", "<https://e.example/a>", "www.e.example", "a@e.example",
        "[https://e.example/a](https://e.example/a)", "[e.example/a](https://e.example/a/)",
        "[![a](https://e.example/b.png)](https://e.example)",
        "<a href=\"https://e.example/a\">https://e.example/a</a>",
        "<a href=\"https://e.example\"><img src=\"https://e.example/b.png\"></a>"})
    expect_contains(source, " class=\"bare\">");
  for (const std::string source :
       {"[a](https://e.example)", "[](https://e.example)",
        "[*https://e.example*](https://f.example)", "[`a`](https://e.example)",
        "[https://e.example](https://evil.example)", "<a href=\"https://e.example\">a</a>",
        "[<b>a</b>](https://e.example)"})
    EXPECT_EQ(rendered(source).find("bare"), std::string::npos) << rendered(source);
}

TEST(Markdown, LoadsImagesOverHttpsOnly) {
  expect_contains("![a *b*](https://e.example/x.png \"T\")",
                  "<img src=\"https://e.example/x.png\" alt=\"a b\" loading=\"lazy\" "
                  "referrerpolicy=\"no-referrer\" title=\"T\">");
  expect_contains("![a](x.png)", "<span class=\"missing-image\">a</span>");
  expect_contains("![a](http://e.example/x.png)", "<a href=\"http://e.example/x.png\"");
  expect_contains("![a](javascript:x)", "<span class=\"missing-image\">a</span>");
}

TEST(Markdown, RendersTaskLists) {
  expect_contains("- [x] a\n- [ ] b",
                  "<li class=\"task-list-item\"><input type=\"checkbox\" disabled checked "
                  "aria-label=\"Done\"> a</li>");
  // In items with paragraphs the box is in the first one.
  expect_contains("- [ ] a\n\n- [x] b\n",
                  "<li class=\"task-list-item\"><p><input type=\"checkbox\" disabled "
                  "aria-label=\"To do\"> a</p>\n</li>");
  expect_contains("- [ ] `a`\n", "aria-label=\"To do\"> <code>a</code></li>");
  expect_contains("- [ ] <b>a</b>\n", "aria-label=\"To do\"> <b>a</b></li>");
}

TEST(Markdown, RendersTablesWithTheirAlignment) {
  const std::string source = "| a | b | c |\n|:---|:---:|---:|\n| 1 | 2 | 3 |\n";
  expect_contains(source, "<th scope=\"col\" class=\"align-left\">a</th>");
  expect_contains(source, "<td class=\"align-center\">2</td><td class=\"align-right\">3</td>");
}

TEST(Markdown, RendersAlerts) {
  expect_contains("> [!WARNING]\n> Hot.",
                  "<div dir=\"auto\" class=\"alert alert-warning\"><p dir=\"auto\" "
                  "class=\"alert-title\"><svg ");
  expect_contains("> [!WARNING]\n> Hot.", "</svg>Warning</p><p>Hot.</p>\n</div>\n");
  expect_contains("> [!OTHER]\n> x", "<blockquote dir=\"auto\"><p>[!OTHER]");
  expect_contains("> x\n> [!NOTE]", "<blockquote");
  expect_contains(">", "<blockquote");
}

TEST(Markdown, NamesTheLanguageOfCodeCleanly) {
  expect_contains("```c++ extra\nx<y\n```", "<code class=\"language-c++\">x&lt;y\n</code>");
  expect_contains("```\"><script>\nx\n```", "<code class=\"language-script\">");
}

TEST(Markdown, KnowsWhetherItHasBlocksOfCode) {
  for (const char* source : {"```js\nx\n```", "```\nx\n```", "    x", "<pre><code>x</code></pre>",
                             "```mermaid\na --> b\n```"})
    EXPECT_TRUE(render_markdown(source).has_code) << source;
  for (const char* source : {"x", "`<pre>`", "[a](# \"<pre>\")", "\\<pre>"})
    EXPECT_FALSE(render_markdown(source).has_code) << source;
}

TEST(Markdown, KnowsDiagramsByTheirLanguage) {
  const auto result = render_markdown("```mermaid\na --> b\n```");
  EXPECT_TRUE(result.has_diagrams);
  EXPECT_FALSE(render_markdown("```js\nx\n```").has_diagrams);
  expect_contains("```mermaid\na --> b\n```", "<code class=\"language-mermaid\">a --&gt; b");
}

TEST(Markdown, KeepsTabsOfCode) {
  expect_contains("```\nall:\n\tmake\n\t\t x\n  \ty\n```", "all:\n\tmake\n\t\t x\n  \ty\n");
  expect_contains("- a\n\n      ```\n      \tx\n      ```\n", "<code>");
  expect_contains("1. ```\n   \tx\n   ```", "<code>\tx\n</code>");
  expect_contains("\t\tindented\n", "<code>\tindented\n</code>");
  expect_contains("```\na\n\n\tb\n```", "a\n\n\tb\n");
}

TEST(Markdown, RendersTablesWithOneOrTwoDashes) {
  expect_contains("| a | b |\n|-|:-:|\n| 1 | 2 |\n", "<td class=\"align-center\">2</td>");
  expect_contains("a | b\n- | --\n", "<li>| --</li>");
  expect_contains("a | b\n-|--\n1 | 2", "<td>2</td>");
  expect_contains("> | a |\n> |-|\n> | 1 |\n", "<td>1</td>");
  // As many cells as above, or it is none.
  EXPECT_EQ(rendered("| a | b |\n| --- |\n| c |\n").find("<table"), std::string::npos);
  expect_contains("```\n| a |\n|-|\n```\n", "| a |\n|-|\n");
  expect_contains("    | a |\n    |-|\n", "| a |\n|-|\n");
}

TEST(Markdown, RendersTablesBelowText) {
  expect_contains("Intro:\n| a | b |\n|-|-|\n| 1 | 2 |\n",
                  "<p dir=\"auto\">Intro:</p>\n<div dir=\"auto\" class=\"table-wrap\"");
  expect_contains("Intro:\n| a | b |\n|-|-|\n| 1 | 2 |\n", "<td>2</td>");
  expect_contains("**Results**\r\n| a | b |\r\n|---|---|\r\n| 1 | 2 |\r\n", "<td>2</td>");
  expect_contains("one\ntwo\na | b\n--|--\n1 | 2", "<p dir=\"auto\">one\ntwo</p>\n<div");
  expect_contains("# A\ntext\n| a |\n|-|\n| 1 |\n\n# B\ntext\n| b |\n|-|\n| 2 |\n", "<td>2</td>");
  expect_contains("```\n- x\n```\ntext\n| a |\n|-|\n| 1 |\n", "<td>1</td>");
  // In lists and block quotes; a list stays tight.
  expect_contains("- item\n  | a | b |\n  |---|---|\n  | 1 | 2 |\n- next\n",
                  "<li>item<div dir=\"auto\" class=\"table-wrap\"");
  expect_contains("- item\n  | a | b |\n  |---|---|\n  | 1 | 2 |\n- next\n", "<li>next</li>");
  expect_contains("1. one\n   - two\n\n     three\n     | a |\n     |-|\n     | 1 |\n",
                  "<td>1</td>");
  expect_contains("- one\n  - two\n\n  three\n  | a |\n  |-|\n  | 1 |\n", "<td>1</td>");
  expect_contains("-\tone\n\t| a |\n\t|-|\n\t| 1 |\n", "<td>1</td>");
  expect_contains("- one\n\ntext\n| a |\n|-|\n| 1 |\n", "<td>1</td>");
  expect_contains("> text\n> | a |\n> |-|\n> | 1 |\n",
                  "<blockquote dir=\"auto\"><p>text</p>\n<div");
  expect_contains("> [!NOTE]\n> | a |\n> |-|\n> | 1 |\n",
                  "Note</p><div dir=\"auto\" class=\"table-wrap\"");
  expect_contains("x[^1]\n\n[^1]: Text:\n    | a |\n    |-|\n    | 1 |\n", "<td>1</td>");
}

TEST(Markdown, EndsATableWhereAnotherBlockBegins) {
  const std::string table = "| a |\n|---|\n| 1 |\n";
  const std::string end = "<td>1</td></tr></tbody></table></div>\n";
  expect_contains(table + "# Title\n| 2 |\n", end + "<h1 id=\"h-title\"");
  expect_contains(table + "## Title\ntext\n", "<p dir=\"auto\">text</p>");
  expect_contains(table + "```\n| 2 |\n# b\n```\n| 3 |\n",
                  end + "<pre tabindex=\"0\"><code>| 2 |\n# b\n</code></pre>\n<p");
  expect_contains(table + "~~~js\nx\n~~~\n", end + "<pre tabindex=\"0\"><code class");
  expect_contains(table + "<details>\n<summary>b</summary>\n</details>\n", end + "<details>");
  expect_contains("> | a |\n> |---|\n> | 1 |\n> # Title\n> text\n", end + "<h1 id=\"h-title\"");
  expect_contains("- | a |\n  |---|\n  | 1 |\n  ```\n  b\n  ```\n- c\n",
                  end + "<pre tabindex=\"0\"><code>b\n</code></pre>\n</li>");
  expect_contains(table + "```math\nx\n```\n", end + "<div class=\"math\"");
  expect_contains(table + "$$\nx\n$$\n", end + "<div class=\"math\"");
  // These are rows.
  expect_contains(table + "#2 | b\n", "<td>#2</td>");
  expect_contains(table + "`` ``` `` | b\n", "<td><code>```</code></td>");
  expect_contains(table + "<b>2</b>\n", "<td><b>2</b></td>");
}

TEST(Markdown, EndsNoParagraphWhereThereIsNoTable) {
  // The row below the header has to belong to it.
  for (const std::string source :
       {"text\n| a | b |\n|---|\n", "- item\n| a | b |\n|---|---|\n",
        "> text\n| a | b |\n|---|---|\n", "> text\n> | a | b |\n|---|---|\n",
        "text\n    | a | b |\n    |---|---|\n", "text\n| a | b |\n- |-|-|\n"})
    EXPECT_EQ(rendered(source).find("<table"), std::string::npos) << rendered(source);
  // A row of dashes in a table is one of its rows.
  const std::string rows = rendered("| a | b |\n|---|---|\n| 1 | 2 |\n|---|---|\n| 3 | 4 |\n");
  EXPECT_EQ(rows.find("<table"), rows.rfind("<table")) << rows;
  EXPECT_NE(rows.find("<td>3</td>"), std::string::npos) << rows;
  // Code, HTML and formulas are as they are written.
  expect_contains("```\ntext\n| a |\n|-|\n```\n", "<code>text\n| a |\n|-|\n</code>");
  expect_contains("    text\n    | a |\n    |-|\n", "<code>text\n| a |\n|-|\n</code>");
  expect_contains("- a\n\n      text\n      | a |\n      |-|\n", "<code>text\n| a |\n|-|\n</code>");
  expect_contains("<pre>\ntext\n| a |\n|-|\n</pre>\n", "<pre>text\n| a |\n|-|\n</pre>");
  expect_contains("<pre>\n\tx\n|a|b|\n|-|\n</pre>\n", "<pre>\tx\n|a|b|\n|-|\n</pre>");
  expect_contains("<div>\ntext\n| a |\n|-|\n</div>\n", "text\n| a |\n|-|\n</div>");
  expect_contains("<!--\ntext\n| a |\n|-|\n-->\nshown\n", "<p dir=\"auto\">shown</p>");
  expect_contains("$$\nx\n| a |\n|-|\n$$\n", ">x\n| a |\n|-|\n</div>");
}

TEST(Markdown, ShowsFrontMatterAsProperties) {
  const std::string html = rendered("---\ntitle: \"A: b\"\ntags:\n  - x\n  - y\n---\n\n# Text\n");
  EXPECT_NE(html.find("<dt>title</dt><dd dir=\"auto\">A: b</dd>"), std::string::npos) << html;
  EXPECT_NE(html.find("<dd dir=\"auto\">- x\n- y</dd>"), std::string::npos) << html;
  EXPECT_FALSE(render_markdown("---\na: b\n---\n# T").leading_heading.empty());
  for (const std::string source : {"---\n\ntext\n\n---\n", "---\na: b\n", "a\n---\nb: c\n---\n"})
    EXPECT_EQ(rendered(source).find("properties"), std::string::npos) << source;
}

TEST(Markdown, ShowsPicturesOfDataUrls) {
  const auto result = render_markdown("![a](data:image/png;base64,iVBORw0KGgo=)");
  EXPECT_EQ(result.html.str(),
            "<p dir=\"auto\"><img src=\"data:image/png;base64,iVBORw0KGgo=\" alt=\"a\"></p>\n");
  EXPECT_TRUE(result.has_data_images);
  EXPECT_FALSE(result.has_remote_images);
  for (const std::string type : {"svg+xml;base64,AA", "png,AA", "png;base64,", "bmp;base64,AA"})
    EXPECT_FALSE(render_markdown("![a](data:image/" + type + ")").has_data_images) << type;
}

TEST(Markdown, LimitsTheTextOfADocumentAndNotItsPictures) {
  const std::string data = repeated("iVBORw0KGgo+/w9=", 100000);  // 1.6 MB
  const std::string url = "data:image/png;base64," + data;
  const std::string shown = "<img src=\"" + url + "\" alt=\"a\">";
  for (const std::string& source :
       {"# T\n\n![a](" + url + ") *x*", "# T\n\n![a](<" + url + ">) *x*",
        "# T\n\n![a][image1] *x*\n\n[image1]: <" + url + ">\n",
        "# T\n\n<img src=\"" + url + "\" alt=\"a\"> *x*"}) {
    const auto result = render_markdown(source);
    EXPECT_FALSE(result.too_complex);
    EXPECT_TRUE(result.has_data_images);
    EXPECT_NE(result.html.str().find(shown + " <em>x</em>"), std::string::npos);
    EXPECT_LT(result.html.size(), source.size() + 1000);
  }
}

TEST(Markdown, KeepsTheDataOfPicturesWhereverItStands) {
  const std::string url = "data:image/png;base64," + repeated("iVBORw0KGgo+/w9=", 100);
  for (const auto& [before, after] :
       std::vector<std::pair<std::string, std::string>>{{"", ""},
                                                        {"`", "`"},
                                                        {"```\n", "\n```\n"},
                                                        {"# ", "\n\ntext"},
                                                        {"---\na: ", "\n---\n"},
                                                        {"$", "$"},
                                                        {"<b title=\"", "\">x</b>"},
                                                        {"a[^1]\n\n[^1]: ", "\n"}}) {
    const auto result = render_markdown(before + url + after);
    EXPECT_NE((result.leading_heading.str() + result.html.str()).find(url), std::string::npos)
        << before;
  }
  const auto result = render_markdown("text " + url + " text\n\n## Of " + url);
  EXPECT_EQ(result.first_text, "text data:image/png;base64,… text ");
  EXPECT_EQ(result.headings[0].text, "Of data:image/png;base64,…");
}

TEST(Markdown, IsSearchedWithoutTheDataOfPictures) {
  const std::string content = R"({"text":"one ![two](data:image/png;base64,)" +
                              repeated("iVBORw0KGgo+/w9=", 100) + R"() three"})";
  EXPECT_EQ(searched_text(core::Template::markdown, content),
            "one ![two](data:image/png;base64,…) three");
}

TEST(Markdown, DoesNotShowOnePictureUntilThePageIsHuge) {
  const std::string data = repeated("iVBORw0KGgo+/w9=", 60000);
  const std::string definition = "\n\n[p]: data:image/png;base64," + data + "\n";
  EXPECT_FALSE(render_markdown(repeated("![a][p]\n", 8) + definition).too_complex);
  EXPECT_TRUE(render_markdown(repeated("![a][p]\n", 50) + definition).too_complex);
}

TEST(Markdown, ShowsTheColoursInCode) {
  expect_contains("`#0b5bd3`", "#0b5bd3<svg class=\"colour\"");
  expect_contains("`rgb(1, 2, 3)`", "fill=\"rgb(1, 2, 3)\"");
  for (const std::string code : {"`#0b5bd`", "`url(#a)`", "`rgb()`", "`#include`"})
    EXPECT_EQ(rendered(code).find("<svg"), std::string::npos) << code;
}

TEST(Markdown, SaysThatRelativeLinksLeadNowhere) {
  expect_contains("[x](docs/a.md)",
                  "<a role=\"link\" aria-disabled=\"true\" title=\"docs/a.md is not part of this "
                  "page\">x</a>");
  expect_contains("[x](/a/b)", "<a href=\"/a/b\"");
}

TEST(Markdown, SaysWhatIsShownAsItsSource) {
  expect_contains("```geojson\n{}\n```", "Maps and solids are shown as their source.");
}

TEST(Markdown, UnescapesBarsInTheCodeOfCells) {
  expect_contains("| `a \\| b` |\n|---|\n", "<code>a | b</code>");
  expect_contains("`a \\| b`", "<code>a \\| b</code>");
}

TEST(Markdown, KeepsItsAnchorsOutOfTheNamesOfHeadings) {
  expect_contains("## A", "tabindex=\"-1\" aria-hidden=\"true\"");
}

TEST(Markdown, LinksBareAddresses) {
  const auto linked = [](const std::string& url, const std::string& text) {
    return "<a href=\"" + url + "\" rel=\"noopener noreferrer nofollow ugc\" class=\"bare\">" +
           text + "</a>";
  };
  expect_contains("see https://e.example/a.", linked("https://e.example/a", "https://e.example/a"));
  expect_contains("www.e.example!", linked("http://www.e.example", "www.e.example"));
  expect_contains("(https://e.example/a_(b))",
                  "(" + linked("https://e.example/a_(b)", "https://e.example/a_(b)") + ")");
  expect_contains("a.b+c@e.example.", linked("mailto:a.b+c@e.example", "a.b+c@e.example"));
  expect_contains("见 https://e.example/a，次。",
                  linked("https://e.example/a", "https://e.example/a") + "，");
  expect_contains("见（https://e.example）：",
                  "（" + linked("https://e.example", "https://e.example") + "）");
  expect_contains("https://e.example/東京。",
                  linked("https://e.example/東京", "https://e.example/東京"));
  for (const std::string text :
       {"xhttps://e.example", "https://", "www.", "a@b", "@e.example", "`https://e.example`"})
    EXPECT_EQ(rendered(text).find("<a "), std::string::npos) << text;
  expect_contains("[x https://e.example](https://f.example)", ">x https://e.example</a>");
}

TEST(Markdown, LeavesTheByteOrderMarkOfAFileOut) {
  for (const std::string_view name : kMarkdownTextNames) {
    const std::string content = "{\"" + std::string(name) + "\":\"\ufeff# Title\"}";
    EXPECT_NE(render_content(core::Template::markdown, content).leading_heading.str().find("<h1"),
              std::string::npos)
        << name;
    EXPECT_EQ(check_content(core::Template::markdown, content)->first_heading, "Title");
  }
  const std::string properties = R"({"text":"\ufeff---\na: b\n---\n# Title"})";
  EXPECT_EQ(check_content(core::Template::markdown, properties)->first_heading, "Title");
}

TEST(Markdown, InOneFenceIsShownAsTheDocument) {
  const auto shown = [](const std::string& text) { return document_in(text).text; };
  EXPECT_EQ(shown("```markdown\n# A\n\ntext\n```"), "# A\n\ntext\n");
  EXPECT_EQ(shown("\n\n```Markdown \r\n# A\r\n```\r\n\r\n"), "# A\r\n");
  EXPECT_EQ(shown("~~~md\n# A\n~~~"), "# A\n");
  EXPECT_EQ(shown("````markdown\n```\na\n```\n````"), "```\na\n```\n");
  EXPECT_EQ(shown("```markdown\n```\n"), "");
  // As models send it: the blocks within have fences of the same length.
  EXPECT_EQ(shown("```markdown\n# A\n```python\na\n```\nb\n  ~~~\n```\n  ~~~\n```"),
            "# A\n```python\na\n```\nb\n  ~~~\n```\n  ~~~\n");
  for (const std::string text :
       {"```markdown\n# A\n```\nmore", "above\n```markdown\n# A\n```", "```\n# A\n```",
        "```js\n# A\n```", "```markdown\n# A", "```markdown",
        "```markdown\n# A\n```\n```js\nb\n```", "```markdown\na\n```\nb\n```\nc\n```",
        "```markdown\na\n~~~", "````markdown\na\n```", "```markdown # A ```", ""})
    EXPECT_EQ(shown(text), text);
}

TEST(Markdown, IsShownWithoutThoughts) {
  const auto shown = [](const std::string& text) { return document_in(text).text; };
  EXPECT_EQ(shown("<think>\nfirst\n\nsecond\n</think>\n\n# A\n"), "\n\n# A\n");
  EXPECT_EQ(shown("<think>a</think>\n# A\n\n <thinking>b\n```\nc</thinking>rest\n"),
            "\n# A\n\nrest\n");
  EXPECT_EQ(shown("<think>\r\na</think>\r\n# A"), "\r\n# A");
  EXPECT_EQ(shown("<think>a\n</think>\n```markdown\n# A\n```"), "# A\n");
  EXPECT_EQ(shown("```markdown\n<think>a</think>\n# A\n```"), "\n# A\n");
  for (const std::string text :
       {"<think>\nnot ended", "a <think>b</think>", "`<think>` and `</think>`",
        "```\n<think>\na\n</think>\n```", "</think>\n<think>", "<thinker>a</thinker>",
        "<think>a</thinking>", "~~~\n<think>a</think>"})
    EXPECT_EQ(shown(text), text);
}

TEST(Markdown, KeepsTheMarksInBareAddresses) {
  const auto linked = [](const std::string& url) {
    return "<a href=\"" + url + "\" rel=\"noopener noreferrer nofollow ugc\" class=\"bare\">" +
           url + "</a>";
  };
  for (const std::string url :
       {"https://e.example/a==b==c", "https://e.example/~user/~other", "https://e.example/*a*/b",
        "https://e.example/_a_/b", "https://e.example/~~a~~/b", "https://e.example/**a**?b=_c_d"}) {
    expect_contains("see " + url + " and ~b", linked(url));
    expect_contains("**" + url + "**, *b*", "<strong>" + linked(url) + "</strong>, <em>b</em>");
    expect_contains("| " + url + " |\n|---|\n", linked(url) + "</th>");
    expect_contains("[x](" + url + ") *y*", "<a href=\"" + url + "\"");
    expect_contains("`" + url + "`", "<code>" + url + "</code>");
    expect_contains("```\n" + url + "\n```", "<code>" + url + "\n</code>");
    expect_contains("<pre>\n" + url + "\n</pre>", url + "\n</pre>");
  }
  // Marks around them are markup.
  expect_contains("[**https://e.example**](https://f.example)", "<strong>https://e.example</str");
  expect_contains("**https://e.example/a**。次", "<strong>" + linked("https://e.example/a"));
  expect_contains("*www.e.example/a*", "<em><a href=\"http://www.e.example/a\"");
}

TEST(Markdown, StrikesThroughBetweenMatchingTildes) {
  expect_contains("~~a~~ ~b~", "<del>a</del> <del>b</del>");
  expect_contains("(~~a b.~~)", "(<del>a b.</del>)");
  expect_contains("a~~b~~c", "a<del>b</del>c");
  expect_contains("- ~~a~~\n- **~~b~~**\n", "<li><strong><del>b</del></strong></li>");
  expect_contains("~~a `~~` b~~", "<del>a <code>~~</code> b</del>");
  expect_contains("# ~~a~~\n~~b~~\n", "<del>b</del>");
  for (const std::string text :
       {"~5 minutes and ~10 minutes", "(~5 min), (~10 min)", "**~5**/**~10**", "~a ~~b", "a~ b~",
        "10~20 and 30~40", "H~2~O", "a \"~5\" to \"~10\"", "(~~5) and (~~10)", "~ a ~", "~~ a ~~",
        "~~~ a"})
    EXPECT_EQ(rendered(text).find("<del>"), std::string::npos) << rendered(text);
  expect_contains("~5 ~~a~~ (~6)", "~5 <del>a</del> (~6)");
  expect_contains("~5 ~b~", "~5 <del>b</del>");
}

TEST(Markdown, KnowsEmojiByTheirNames) {
  expect_contains(":tada: a:b :nothing: 10:30:45", "🎉 a:b :nothing: 10:30:45");
  expect_contains("`:tada:`", ":tada:");
}

TEST(Markdown, HasEmojiBesideNoLetterOrDigit) {
  expect_contains("Port of 00:1b:ab:12:cl:34, host 2001:db8:a:b:c::1, ratio 1:100:2, urn:x:y:z",
                  "00:1b:ab:12:cl:34, host 2001:db8:a:b:c::1, ratio 1:100:2, urn:x:y:z");
  expect_contains("Done :tada:, (:rocket:) and :+1::+1: :white_check_mark:",
                  "Done 🎉, (🚀) and 👍👍 ✅");
  expect_contains("a:x: :x:a é:x: :x:é 1:x: :x:1", "a:x: :x:a é:x: :x:é 1:x: :x:1");
  expect_contains("a_:x:_ **:x:** ¡:x:! —:x:— 完了:x:です",
                  "a_❌_ <strong>❌</strong> ¡❌! —❌— 完了❌です");
}

TEST(Markdown, DecodesEntities) {
  expect_contains("&copy; &#x1F4A1; &lt; &unknown; &#0;", "© 💡 &lt; &amp;unknown; \xef\xbf\xbd");
}

TEST(Markdown, GivesTheFirstWordsAsPlainText) {
  EXPECT_EQ(render_markdown("# T\n\nOne *two* `three`\n\n```\ncode\n```\n\nfour").first_text,
            "One two three four ");
  EXPECT_LE(render_markdown(repeated("wörter ", 100)).first_text.size(), 200U);
}

TEST(Markdown, BlocksHaveTheDirectionOfTheirText) {
  expect_contains("- x\n", "<ul dir=\"auto\"><li>x</li>");
  expect_contains("> x\n", "<blockquote dir=\"auto\"><p>x</p>");
}

TEST(Markdown, ShowsTheSourceIfTooComplex) {
  for (const std::string& source :
       {repeated(">", 100000), repeated("- ", 400000) + "a", repeated("1. ", 1000),
        repeated("|a", 101) + "|\n" + repeated("|---", 101) + "|\n| x |\n",
        repeated("[a]: b\n", 5000), repeated("[a]\n", 20000), repeated("[a](/b)\n", 20000),
        repeated("> ", 65) + "x", std::string(1024 * 1024 + 1, 'x'),
        repeated("|a", 100) + "|\n" + repeated("|---", 100) + "|\n" + repeated("|x|\n", 10000)}) {
    const auto result = render_markdown(source);
    EXPECT_TRUE(result.too_complex);
    EXPECT_LE(result.html.size(), source.size() * 8 + 64 * 1024);
    EXPECT_NE(result.html.str().find("class=\"plain-source\""), std::string::npos);
  }
}

TEST(Markdown, ShowsTheSourceOfDeepLists) {
  std::string source;
  for (std::size_t i = 0; i <= 64; ++i) source += std::string(2 * i, ' ') + "- a\n";
  EXPECT_TRUE(render_markdown(source + repeated("\n", 1000)).too_complex);
}

TEST(Markdown, RendersManyLinesWithLinks) {
  EXPECT_FALSE(render_markdown(repeated("- [a](/b)\n", 20000)).too_complex);
  EXPECT_FALSE(render_markdown(repeated("[a](/b)\n", 5000)).too_complex);
}

TEST(Markdown, HostileSourcesGiveBoundedResults) {
  for (const std::string_view part :
       {"[",       "![[]()", "*a_ ",  "**a",       "a**b",   "`",    "<!--",   "](",
        "[a](<b",  "~~a ",   "\\",    "&#1",       "_www.",  "a@",   "a@a.b_", "[a\n]: b\n",
        "\t- a\n", "||\n",   "# a\n", "https://(", "[x](y)", "&amp;"}) {
    const std::string source = repeated(part, 50000);
    EXPECT_LE(render_markdown(source).html.size(), source.size() * 8 + 64 * 1024) << part;
  }
}

TEST(Markdown, AcceptsAnyBytes) {
  std::string bytes;
  for (int i = 0; i < 100000; ++i) bytes += static_cast<char>(i * 7919 >> 3);
  EXPECT_FALSE(render_markdown(bytes).html.empty());
  EXPECT_TRUE(render_markdown("").html.empty());
}

}  // namespace
}  // namespace templates
