// HTML within Markdown: what is written of it, and that parsing what is written gives it again.
#include "templates/markdown/embedded_html/embedded_html.h"

#include <array>
#include <ctime>
#include <limits>
#include <random>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "../texts.h"
#include "html/html.h"
#include "templates/markdown/embedded_html/html_tokens.h"
#include "templates/markdown/markdown.h"

namespace templates {
namespace {

using tests::repeated;

std::string rendered(const std::string& source,
                     core::RemoteImages images = core::RemoteImages::on) {
  const RenderedMarkdown result = render_markdown(source, {images});
  return result.leading_heading.str() + result.html.str();
}

void expect_rendered(const std::string& source, const std::string& html) {
  EXPECT_EQ(rendered(source), html) << source;
}

void expect_contains(const std::string& source, std::string_view part) {
  EXPECT_NE(rendered(source).find(part), std::string::npos) << rendered(source);
}

// A tree, with all that is in it.
void write(const GumboVector& nodes, std::string& output) {
  for (unsigned i = 0; i < nodes.length; ++i) {
    const auto& node = *static_cast<const GumboNode*>(nodes.data[i]);
    if (node.type != GUMBO_NODE_ELEMENT) {
      output += html::Html::text(node.v.text.text).str();
      continue;
    }
    const GumboElement& element = node.v.element;
    GumboStringPiece original = element.original_tag;
    gumbo_tag_from_original_text(&original);
    const std::string name = element.tag == GUMBO_TAG_UNKNOWN
                                 ? std::string(original.data, original.length)
                                 : gumbo_normalized_tagname(element.tag);
    output += "<" + name;
    for (unsigned j = 0; j < element.attributes.length; ++j) {
      const auto& attribute = *static_cast<const GumboAttribute*>(element.attributes.data[j]);
      output += std::string(" ") + attribute.name;
      const std::string value = html::Html::text(attribute.value).str();
      if (!value.empty()) output.append("=\"").append(value).append("\"");
    }
    output += ">";
    const Element* const known = find_element(name);
    if (known != nullptr && known->has(Element::is_void)) continue;
    std::string inside;
    write(element.children, inside);
    // A parser drops the first line break.
    if (name == "pre" && inside.starts_with('\n')) output += "\n";
    output += inside + "</" + name + ">";
  }
}

std::string parsed_and_written(const std::string& html) {
  const auto tree = HtmlTree::parse(html);
  std::string output;
  if (tree) write(tree->nodes(), output);
  return output;
}

// No element or attribute beside those that pages have.
void expect_listed(const GumboVector& nodes) {
  constexpr std::array<std::string_view, 34> kAttributes{"alt",
                                                         "aria-disabled",
                                                         "aria-hidden",
                                                         "aria-label",
                                                         "checked",
                                                         "class",
                                                         "colspan",
                                                         "dir",
                                                         "disabled",
                                                         "fill",
                                                         "height",
                                                         "href",
                                                         "id",
                                                         "loading",
                                                         "media",
                                                         "open",
                                                         "referrerpolicy",
                                                         "rel",
                                                         "reversed",
                                                         "role",
                                                         "rowspan",
                                                         "scope",
                                                         "src",
                                                         "srcset",
                                                         "start",
                                                         "stroke",
                                                         "tabindex",
                                                         "title",
                                                         "type",
                                                         "viewBox",
                                                         "width",
                                                         "rx",
                                                         "d",
                                                         "data-description"};
  for (unsigned i = 0; i < nodes.length; ++i) {
    const auto& node = *static_cast<const GumboNode*>(nodes.data[i]);
    if (node.type != GUMBO_NODE_ELEMENT) continue;
    const GumboElement& element = node.v.element;
    const std::string name = gumbo_normalized_tagname(element.tag);
    const Element* const known = find_element(name);
    EXPECT_TRUE(element.tag == GUMBO_TAG_UNKNOWN || known != nullptr || name == "path" ||
                name == "rect" || name == "circle")
        << name;
    EXPECT_FALSE(known != nullptr && known->has(Element::is_shown_as_text)) << name;
    for (unsigned j = 0; j < element.attributes.length; ++j) {
      const std::string_view attribute =
          static_cast<const GumboAttribute*>(element.attributes.data[j])->name;
      const bool is_listed =
          std::find(kAttributes.begin(), kAttributes.end(), attribute) != kAttributes.end() ||
          attribute.starts_with("stroke-");
      EXPECT_TRUE(is_listed) << attribute;
    }
    expect_listed(element.children);
  }
}

TEST(EmbeddedHtml, ReadsReferencesToNoCharacter) {
  const std::string sixes = repeated("6", 100);
  for (const std::string& number :
       {"2" + sixes, "x" + sixes, "X" + repeated("f", 9), std::string("1114112"),
        std::string("4294967361"), std::string("x80000041")})
    expect_contains("<div>&#" + number + ";</div>", "\ufffd</div>");
  expect_contains("<b title='&#2" + sixes + "'>x</b>", "title=\"\ufffd\"");
  expect_contains("<div>&#" + repeated("0", 100) + "65;&#x0000041;&#128512;</div>",
                  "AA\U0001f600</div>");
  expect_contains("<div>&#;&#x;&#</div>", "&amp;#;&amp;#x;&amp;#</div>");
}

TEST(EmbeddedHtml, WritesWhatIsOnTheList) {
  expect_rendered("Press <kbd>Ctrl</kbd>+<KBD class=x>C</KBD><br/>H<sub>2</sub>O",
                  "<p dir=\"auto\">Press <kbd>Ctrl</kbd>+<kbd>C</kbd><br>H<sub>2</sub>O</p>\n");
  expect_contains(
      "<details open>\n<summary>More</summary>\n\n- a *b*\n\n</details>",
      "<details open>\n<summary>More</summary>\n<ul dir=\"auto\"><li>a <em>b</em></li>");
  expect_contains("<p align=\"center\">x</p>", "<p class=\"align-center\">x</p>");
  expect_contains("<center>x</center>", "<div class=\"align-center\">x</div>");
  expect_contains("| a |\n|---|\n| 1<br>2 |\n", "<td>1<br>2</td>");
  expect_contains("<ol start=3 reversed><li>x</ol>", "<ol start=\"3\" reversed><li>x</li></ol>");
  expect_contains(
      "<table><tr><td colspan=2 onclick=x>1<td>2</table>",
      "<table><tbody><tr><td colspan=\"2\">1</td><td>2</td></tr></tbody></table></div>");
}

TEST(EmbeddedHtml, DropsWhatIsNot) {
  expect_rendered("a <font color=red>b</font> <!-- c --><form><input name=x></form>",
                  "<p dir=\"auto\">a b </p>\n");
  expect_rendered("<script>x()</script>", "&lt;script&gt;x()&lt;/script&gt;\n");
  expect_rendered("<b onclick=\"x()\" style=\"color:red\" data-x=1>x</b>",
                  "<p dir=\"auto\"><b>x</b></p>\n");
  for (const std::string url : {"javascript:x", "java&Tab;script:x", "data:text/html,x", "//x.y"})
    expect_rendered("<a href=\"" + url + "\">x</a>", "<p dir=\"auto\">x</p>\n");
  for (const std::string url : {"javascript:x", "data:image/svg+xml;base64,AA", "x.png", "//x.y"})
    EXPECT_EQ(rendered("<img src=\"" + url + "\" alt=a>").find("<img"), std::string::npos) << url;
}

TEST(EmbeddedHtml, ElementsMadeByMarkdownCannotBeForged) {
  const std::string mark = "\U000f5a1e";
  for (const std::string& source :
       {"<b " + mark + "=\"0,9\">x</b>", "<b a=\"" + mark + "=0,9\">x</b>",
        "<div title=" + mark + "\n\n" + mark + "=\"0,9w\">", "<b>" + mark + "=0,9</b>"}) {
    const std::string html = rendered(source);
    EXPECT_EQ(html, rendered(source)) << source;
    EXPECT_LE(html.size(), source.size() + 100) << html;
  }
  expect_contains("<!--0--> <b>x</b> <!--1-->", "<b>x</b>");
  expect_contains("&lt;!--0--&gt; <b>x</b>", "&lt;!--0--&gt; <b>x</b>");
}

TEST(EmbeddedHtml, ShowsPicturesAsMarkdownsOwn) {
  const std::string source =
      "<img src=\"https://e.example/x.png\" width=\"50%\" height=9 alt=\"A\">";
  expect_contains(source,
                  "<img src=\"https://e.example/x.png\" alt=\"A\" loading=\"lazy\" "
                  "referrerpolicy=\"no-referrer\" width=\"50%\" height=\"9\">");
  EXPECT_NE(rendered(source, core::RemoteImages::click).find("class=\"remote-image\""),
            std::string::npos);
  EXPECT_EQ(rendered(source, core::RemoteImages::off).find("<img"), std::string::npos);
  expect_contains(
      "<picture><source media=\"(prefers-color-scheme:dark)\" srcset=\"https://e.example/d.png 2x, "
      "https://e.example/e.png\"><source srcset=\"https://e.example/f.png\" media=print>"
      "<img src=\"https://e.example/x.png\"></picture>",
      "<picture><source media=\"(prefers-color-scheme: dark)\" srcset=\"https://e.example/d.png "
      "2x, "
      "https://e.example/e.png\"><img src=");
  EXPECT_EQ(rendered("<picture><source media=\"(prefers-color-scheme:dark)\" "
                     "srcset=\"https://e.example/d.png\"><img src=x></picture>",
                     core::RemoteImages::click)
                .find("<source"),
            std::string::npos);
}

TEST(EmbeddedHtml, AnchorsHaveThePrefixOfHeadings) {
  expect_contains("<a name=\"part\"></a>\n\n[x](#part)", "<a id=\"h-part\"></a>");
  expect_contains("## part\n\n<p id=part>x</p>", "<p>x</p>");
  expect_contains("<p id=\"a b\">x</p>", "<p>x</p>");
}

TEST(EmbeddedHtml, HeadingsCountAsMarkdownsOwn) {
  const auto result = render_markdown(
      "<h1 align=center>My <b>Tool</b></h1>\n\n## One\n\n<div>\n\n## "
      "Two\n\n</div>\n\n<h2>One</h2>");
  ASSERT_EQ(result.headings.size(), 4U);
  EXPECT_EQ(result.headings[0].text, "My Tool");
  EXPECT_EQ(result.headings[0].id, "h-my-tool");
  EXPECT_EQ(result.headings[1].text, "One");
  EXPECT_EQ(result.headings[2].text, "Two");
  EXPECT_EQ(result.headings[3].id, "h-one-1");
  EXPECT_TRUE(result.begins_with_heading);
  EXPECT_FALSE(render_markdown(repeated("word ", 50) + "\n\n# T").begins_with_heading);
}

TEST(EmbeddedHtml, KeepsMarkdownsElementsClosed) {
  expect_rendered(
      "> <div>\n> a\n\nb",
      "<blockquote dir=\"auto\"><div>\na\n</div></blockquote>\n<p dir=\"auto\">b</p>\n");
  expect_rendered("a </p></div> b", "<p dir=\"auto\">a  b</p>\n");
  expect_rendered("a <div>b</div> c", "<p dir=\"auto\">a </p><div>b</div> c\n");
  expect_rendered(
      "<a href=\"https://e.example\">https://f.example</a>",
      "<p dir=\"auto\"><a href=\"https://e.example\" rel=\"noopener noreferrer nofollow "
      "ugc\">https://f.example</a></p>\n");
}

TEST(EmbeddedHtml, ParsingWhatIsWrittenGivesTheSameAgain) {
  constexpr std::array<std::string_view, 64> kParts{"<b>",
                                                    "</b>",
                                                    "<i id=x>",
                                                    "</i>",
                                                    "<p>",
                                                    "</p>",
                                                    "<div>",
                                                    "</div>",
                                                    "<table>",
                                                    "</table>",
                                                    "<tr>",
                                                    "</tr>",
                                                    "<td>",
                                                    "</td>",
                                                    "<ul>",
                                                    "</ul>",
                                                    "<li>",
                                                    "</li>",
                                                    "<a href=#x>",
                                                    "</a>",
                                                    "<h1>",
                                                    "</h1>",
                                                    "<details>",
                                                    "</details>",
                                                    "<summary>",
                                                    "</summary>",
                                                    "<pre>",
                                                    "</pre>",
                                                    "<br>",
                                                    "<hr>",
                                                    "<img src=https://e.example/x>",
                                                    "<picture>",
                                                    "</picture>",
                                                    "<svg>",
                                                    "</svg>",
                                                    "<math>",
                                                    "<mtext>",
                                                    "<style>",
                                                    "</style>",
                                                    "<title>",
                                                    "</title>",
                                                    "<!--",
                                                    "-->",
                                                    "<![CDATA[",
                                                    "]]>",
                                                    "<form>",
                                                    "</form>",
                                                    "<select>",
                                                    "<option>",
                                                    "<template>",
                                                    "<caption>",
                                                    "<th>",
                                                    "</center>",
                                                    "<center>",
                                                    "<dl><dt>",
                                                    "<dd>",
                                                    "\n\n",
                                                    "\n\n- ",
                                                    "\n\n> ",
                                                    "*x*",
                                                    "x",
                                                    "\n\n# h\n\n",
                                                    "| a |\n|-|\n| ",
                                                    "<a title='\">"};
  std::minstd_rand random(17);  // NOLINT(cert-msc51-cpp): the same cases each time.
  for (int i = 0; i < 4000; ++i) {
    std::string source;
    for (int j = 0; j < 24; ++j) source += kParts[random() % kParts.size()];
    std::string html = rendered(source);
    for (std::size_t at = html.find("=\"\""); at != std::string::npos; at = html.find("=\"\"", at))
      html.erase(at, 3);
    EXPECT_EQ(parsed_and_written(html), html) << source;
    const auto tree = HtmlTree::parse(html);
    ASSERT_TRUE(tree);
    expect_listed(tree->nodes());
  }
}

TEST(EmbeddedHtml, TakesBoundedMemoryForAnySource) {
  std::string formatted;
  for (int i = 0; i < 80; ++i) formatted += "<b id=" + std::to_string(i) + ">";
  const std::array<std::string, 12> sources{
      repeated("<div>", 100000) + repeated("</div>", 100000),
      formatted + repeated("<p>x", 100000),
      "<p>" + formatted + repeated("<div>x</div>", 60000),
      "- " + formatted + repeated("<li>x", 100000),
      "<table>" + formatted + repeated("<tr>x</tr>", 80000),
      "<table>" + repeated("<i><td>", 60) + repeated("<tr>x</tr>", 80000),
      repeated("<b><table></b></table>", 40000),
      repeated("<a <a b=\"", 80000),
      repeated("<h1><h2>", 80000),
      repeated("<details><summary>", 40000),
      repeated("a <b> c\n\n", 80000),
      repeated("<!--", 100000)};
  for (const std::string& source : sources) {
    const auto result = render_markdown(source);
    EXPECT_LE(result.html.size(), source.size() * 8 + 64 * 1024) << source.substr(0, 60);
  }
}

TEST(EmbeddedHtml, KeepsOnlyTheBeginningOfTheTextOfHeadings) {
  const auto result = render_markdown(repeated("<h1><b>", 49) + "\n" + repeated("\"", 100000));
  EXPECT_GT(result.headings.size(), 10U);
  for (const Heading& heading : result.headings)
    EXPECT_LE(heading.text.size(), kMaximumHeadingBytes);
}

// A tag with attributes of this many names, and what may be in it.
std::string tag_with_attributes(std::size_t count, const std::string& written) {
  std::string tag = "<p";
  for (std::size_t i = 0; i < count; ++i) {
    tag += " a" + std::to_string(i);
    if (i == count / 2) tag += written;
  }
  return tag + ">x</p>\n";
}

TEST(EmbeddedHtml, HandsOnEachKnownAttributeOnce) {
  EXPECT_EQ(known_attributes(" a b=c ID=x onclick='>' id=y title = \"a 'b'\"/dir=rtl Id"),
            " ID=x title = \"a 'b'\" dir=rtl");
  EXPECT_EQ(known_attributes("/=id==id id="), " id=");
  EXPECT_EQ(known_attributes(" src=a/ alt= 'x"), " src=a/ alt= 'x");
  EXPECT_TRUE(known_attributes(tag_with_attributes(10000, "").substr(2)).empty());
}

// The least of three rounds.
std::clock_t ticks_to_render(const std::string& source) {
  std::clock_t least = std::numeric_limits<std::clock_t>::max();
  for (int round = 0; round < 3; ++round) {
    const std::clock_t start = std::clock();
    EXPECT_FALSE(render_markdown(source).too_complex);
    least = std::min(least, std::clock() - start);
  }
  return least;
}

TEST(EmbeddedHtml, TakesTimeInProportionToTheAttributesOfATag) {
  for (const std::string written : {"", " title=y", " id=a id=b"}) {
    const std::clock_t one = ticks_to_render(tag_with_attributes(10000, written));
    const std::clock_t two = ticks_to_render(tag_with_attributes(20000, written));
    const std::clock_t four = ticks_to_render(tag_with_attributes(40000, written));
    EXPECT_LT(two, 4 * one + CLOCKS_PER_SEC / 100) << written;
    EXPECT_LT(four, 8 * one + CLOCKS_PER_SEC / 100) << written;
  }
}

TEST(HtmlTokens, FindsTheEndsOfTags) {
  HtmlTokens tokens("a<b x='>' y=\">\" z=>c</b >< d <!-- > -->e<!x>f<i");
  const std::array<std::string_view, 9> expected{
      "a", "<b x='>' y=\">\" z=>", "c", "</b >", "< d ", "<!-- > -->", "e", "<!x>", "f"};
  for (const std::string_view part : expected) EXPECT_EQ(tokens.next()->source, part);
  EXPECT_EQ(tokens.next()->kind, HtmlToken::Kind::text);
  EXPECT_FALSE(tokens.next());
}

}  // namespace
}  // namespace templates
