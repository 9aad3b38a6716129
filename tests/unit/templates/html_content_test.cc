#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "templates/content.h"
#include "templates/html/html_document.h"
#include "templates/html/html_text.h"

namespace templates {
namespace {

using core::Template;

#include "html/asset_texts.inc"

std::string markdown(std::string_view html) { return read_html_text(html).markdown; }
std::string title(std::string_view html) { return read_html_text(html).title; }

std::vector<std::string> addresses(std::string_view html) {
  std::vector<std::string> found;
  for (const LoadedAddress& loaded : loaded_addresses(html)) found.push_back(loaded.address);
  return found;
}
using Addresses = std::vector<std::string>;

// What stands around the document's own text.
std::string framed(std::string_view html, Scripts scripts = Scripts::on) {
  std::string document = framed_document(html, scripts);
  for (const auto& [part, name] :
       {std::pair(kFrameScriptText, "SCRIPT"), std::pair(kFragmentStyleText, "STYLE")})
    if (const std::size_t at = document.find(part); at != std::string::npos)
      document.replace(at, part.size(), name);
  return document;
}

TEST(HtmlText, IsTheDocumentInMarkdown) {
  EXPECT_EQ(markdown("<h1>Sales &amp; <i>more</i></h1><p>One\n two</p><p>Three<br>four"),
            "# Sales & more\n\nOne two\n\nThree\n\nfour\n");
  EXPECT_EQ(markdown("<ul><li>a<li>b<ol><li>c<li>d</ol></ul>after"),
            "- a\n- b\n   1. c\n   2. d\n\nafter\n");
  EXPECT_EQ(markdown("<table><tr><th>A<th>B</tr><tr><td>1|2</td><td><b>3</b></td></table>"),
            "| A | B |\n| --- | --- |\n| 1\\|2 | 3 |\n");
  EXPECT_EQ(markdown("<pre>\nx = 1\n  y</pre>"), "```\nx = 1\n  y\n```\n");
  EXPECT_EQ(
      markdown(
          "see <a href='https://a.example/?b=1&amp;c'>this <b>place</b></a>, <a href=#x>x</a>"),
      "see [this place](https://a.example/?b=1&c), x\n");
  EXPECT_EQ(markdown("<p>*not bold* <img src=x alt='A boat'></p>"), "\\*not bold\\* A boat\n");
}

TEST(HtmlText, LeavesOutWhatIsNotShown) {
  EXPECT_EQ(markdown("<title>T</title><style>p{}</style><script>if (a<b) '</p>'</script>"
                     "<!-- no --><p>yes</p><script>never ends"),
            "yes\n");
}

TEST(HtmlText, HasTheTitleOrTheFirstHeading) {
  EXPECT_EQ(title("<title>\n A &lt;b&gt; </title><h1>B</h1>"), "A <b>");
  EXPECT_EQ(title("<h2>First <b>heading</b></h2><h1>B</h1>"), "First heading");
  EXPECT_EQ(title("<p>text"), "");
}

TEST(HtmlText, IsReadOfAnyBytes) {
  for (const std::string_view html :
       {"", "<", "</", "<!--", "<a href=", "&#xffffffffff;&#0;&unknown;", "</table></td></ul>",
        "<table><td><table><tr>", "<title>"})
    markdown(html);
}

TEST(HtmlText, EndsWhereItIsLongEnough) {
  std::string html;
  for (int i = 0; i < 1000; ++i) html += "<p>paragraph</p>";
  EXPECT_LT(read_html_text(html, 100).markdown.size(), 200U);
}

TEST(LoadedAddresses, AreThoseOfTagsStylesAndScripts) {
  EXPECT_EQ(
      addresses("<script src='https://cdn.example/a.js'></script><link rel=stylesheet href=b.css>"
                "<img src=c.png srcset='d.png 2x'><link rel=icon href=e.ico><iframe src=f>"),
      (Addresses{"https://cdn.example/a.js", "b.css", "c.png", "d.png", "f"}));
  EXPECT_EQ(addresses("<style>@import 'a.css'; p{background:url(\"b.png\")}</style><p "
                      "style='background:url(c.png)'>"),
            (Addresses{"b.png", "a.css", "c.png"}));
  EXPECT_EQ(
      addresses("<script>import x from 'https://esm.example/x'; fetch(`https://api.example/v1`)"
                "; const s = 'https://only.a/text'</script>"),
      (Addresses{"https://esm.example/x", "https://api.example/v1"}));
}

TEST(LoadedAddresses, AreNotWhatIsInTheDocument) {
  EXPECT_EQ(addresses("<img src='data:image/png;base64,AA'><a href='https://a.example'>x</a>"
                      "<use href='#a'/><img src='#b'><script>import('blob:x')</script><img src>"),
            Addresses{});
}

TEST(FramedDocument, HasTheScriptBehindTheDoctype) {
  EXPECT_EQ(framed("<!-- c --> <!DOCTYPE html>\n<html><p>x"),
            "<!-- c --> <!DOCTYPE html><script>SCRIPT</script>\n<html><p>x");
  EXPECT_EQ(framed("<html lang=en><p>x"), "<script>SCRIPT</script><html lang=en><p>x");
  EXPECT_EQ(framed("<!doctype html"), "<!doctype html<script>SCRIPT</script>");
  for (const std::string comment : {"<!-->", "<!--->", "<!-- --!>"})
    EXPECT_EQ(framed(comment + "<!doctype html>a-->"),
              comment + "<!doctype html><script>SCRIPT</script>a-->");
}

TEST(FramedDocument, GivesAFragmentAStyle) {
  for (const std::string_view fragment : {"<p>x", "<header>x</header>", "text", ""})
    EXPECT_EQ(framed(fragment),
              "<!doctype html><meta charset=\"utf-8\"><meta name=\"viewport\" "
              "content=\"width=device-width, initial-scale=1\"><style>STYLE</style>"
              "<script>SCRIPT</script>" +
                  std::string(fragment));
}

TEST(FramedDocument, OpensLinksInNewTabsWithoutScripts) {
  EXPECT_EQ(
      framed("<!doctype html><a href='#x'>x</a><a href=\"https://a.example\">y</a>", Scripts::off),
      "<!doctype html><base target=\"_blank\"><a target=\"_self\" href='#x'>x</a>"
      "<a href=\"https://a.example\">y</a>");
}

TEST(HtmlTemplate, ShowsTheDocumentInAFrame) {
  const RenderedContent page = render_content(
      Template::html, R"({"html":"<title>The &amp; title</title><p>First text</p>"})");
  EXPECT_TRUE(page.has_document);
  EXPECT_TRUE(page.html.empty());
  EXPECT_EQ(page.first_heading->text, "The & title");
  EXPECT_EQ(page.summary, "First text");
  EXPECT_NE(page.beginning.str().find("First text"), std::string::npos);
}

TEST(HtmlTemplate, HasTheDocumentAsAForm) {
  const std::string content = R"({"html":"<h1>A</h1>"})";
  EXPECT_EQ(content_as(Form::plain_text, Template::html, content), "<h1>A</h1>");
  EXPECT_EQ(content_as(Form::markdown, Template::html, content), "# A\n");
  EXPECT_EQ(searched_text(Template::html, content), "A\n# A\n");
}

TEST(HtmlTemplate, WarnsOfWhatPagesDoNotLoad) {
  const auto findings = check_content(
      Template::html, R"({"html":"<script src=\"https://cdn.example/x.js\"></script>"})");
  ASSERT_TRUE(findings);
  ASSERT_EQ(findings->warnings.size(), 1U);
  EXPECT_EQ(findings->warnings[0].code, core::WarningCode::address_not_loaded);
  EXPECT_EQ(
      findings->warnings[0].message,
      "/content/html loads https://cdn.example/x.js, but pages load nothing from elsewhere; put "
      "the script itself into the page");
}

TEST(HtmlTemplate, RefusesWhatIsNoText) {
  EXPECT_FALSE(check_content(Template::html, R"({"html":["<p>"]})"));
  EXPECT_FALSE(check_content(Template::html, R"({"text":"<p>"})")->is_shown);
}

}  // namespace
}  // namespace templates
