// Every construct of Markdown, and of HTML in it, takes linear time in every template that takes
// texts. So does what looks like secrets.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "content_works.h"
#include "growth.h"

namespace tests {
namespace {

using core::Template;

std::string times(std::string_view text, std::size_t count) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += text;
  return all;
}

class TextGrowth : public testing::TestWithParam<Growth> {};

TEST_P(TextGrowth, TakesLinearTime) { expect_linear_time(GetParam()); }

std::string parameter_name(const testing::TestParamInfo<Growth>& info) {
  return name_of(info.param);
}

std::vector<Growth> in_all_templates(const std::vector<Construct>& texts) {
  std::vector<Growth> all;
  for (const Construct& text : texts) {
    std::vector<Work> works = works_on(Template::markdown, "text");
    for (const auto& [id, member] : {std::pair(Template::code, "text"),
                                     {Template::table, "csv"},
                                     {Template::pdf, "html"},
                                     {Template::pdf, "markdown"}})
      for (Work& work : works_on(id, member)) works.push_back(std::move(work));
    all.push_back({text, std::move(works)});
  }
  return all;
}

const std::vector<Construct> kBlocks{
    many("empty lines", "\n"),
    many("lines of spaces", "   \n"),
    many("tabs", "\t"),
    many("hard line breaks", "a  \nb\\\n"),
    many("paragraphs", "a\n\n"),
    many("one long line", "a "),
    many("one long word", "a"),
    many("headings of the same text", "# a\n"),
    many("headings of different texts", "## a{i}\n"),
    many("headings that differ by a number", "## a\n## a-{i}\n"),
    many("underlined headings", "a\n===\n"),
    many("a long heading", "# ", "a *b* `c` ", ""),
    many("rules", "---\n"),
    many("quotations", "> a\n\n"),
    many("nested quotations", ">"),
    deepening("quotations that deepen", [](std::size_t i) { return times(">", i) + "\n"; }),
    many("lists of points", "- a\n"),
    many("nested points", "- "),
    many("numbered lists", "{i}. a\n"),
    many("nested numbers", "1. "),
    many("lists in quotations", "> - "),
    deepening("lists that deepen", [](std::size_t i) { return times("  ", i) + "- a\n"; }),
    many("tasks", "- [ ] a\n- [x] b\n"),
    many("code by indentation", "    a\n\n"),
    many("fenced code", "```js\na\n```\n"),
    many("fences without an end", "~~~ a\n\n"),
    deepening("fences of growing length", [](std::size_t i) { return times("`", i + 3) + "\n"; }),
    many("diagrams", "```mermaid\ngraph TD\n```\n"),
    many("table rows", "|a|b|\n|-|-|\n", "|1|2|\n", ""),
    many("tables", "|a|\n|-|\n|1|\n\n"),
    pairs("a table of many columns", "", "|a", "\n", "|-", "\n"),
    many("a wide table of short rows", times("|a", 90) + "|\n" + times("|-", 90) + "|\n", "|\n",
         ""),
    many("escaped bars in a table", "|a|b|\n|-|-|\n|", "\\|", "|\n"),
    many("code in a table", "|a|b|\n|-|-|\n", "|`a\\|b`|`|`|\n", ""),
    many("delimiters of tables", "|-|\n"),
    many("a delimiter without an end", "|a|\n", "|-", ""),
    many("alerts", "> [!NOTE]\n> a\n\n"),
    many("front matter", "---\n", "k{i}: v\n", "---\n"),
    many("front matter without an end", "---\n", "k{i}: v\n", ""),
    many("a document in a fence", "```markdown\n", "# a\n\nb\n", "```\n"),
};

const std::vector<Construct> kSpans{
    many("emphasis", "*a* "),
    many("strong emphasis", "**a** "),
    many("emphasis that does not end", "*a "),
    many("emphasis that does not begin", "a* "),
    many("emphasis of both kinds", "*a _b "),
    many("emphasis that overlaps", "*a **b "),
    nested("nested emphasis", "*a ", " b*"),
    many("rows of stars", "*"),
    many("rows of underscores", "_"),
    many("stars in words", "a**b"),
    many("struck out text", "~~a~~ "),
    many("tildes", "~"),
    many("code spans", "`a` "),
    deepening("backticks of growing number", [](std::size_t i) { return times("`", i) + "a"; }),
    many("an open backtick in each line", "`a\n"),
    many("links", "[a](b) "),
    many("links with titles", "[a](<b> \"c\") "),
    many("links that do not end", "[a](b "),
    many("links with a title that does not end", "[a](b \""),
    many("links in angle brackets that do not end", "[a](<b "),
    many("open brackets", "["),
    many("closed brackets", "]"),
    nested("nested brackets", "[", "]"),
    nested("nested brackets with addresses", "[", "](a)"),
    pairs("nested parentheses of an address", "[a]", "(", "b", ")", ""),
    many("images", "![a](b.png) "),
    nested("nested images", "![", "](a)"),
    many("images that are data", "![a](data:image/png;base64,iVBORw0KGgo=) "),
    many("references to one definition", "", "[a] ", "\n\n[a]: b\n"),
    pairs("references to different definitions", "", "[a{i}] ", "\n\n", "[a{i}]: b\n", ""),
    many("references without a definition", "[a{i}][b{i}] "),
    many("definitions of the same name", "[a]: b\n"),
    many("definitions with titles", "[a{i}]: b \"c\"\n"),
    many("definitions that do not end", "[a]: <b\n"),
    many("addresses in angle brackets", "<https://a.example/b> "),
    many("open angle brackets", "<"),
    many("bare addresses", "https://a.example/b?c=d "),
    many("bare addresses without a space", "https://a.example"),
    many("bare addresses in parentheses", "(https://a.example/(b)) "),
    many("an address that ends in parentheses", "https://a.example/", ")", ""),
    many("an address that ends in punctuation", "https://a.example/", ".,", ""),
    many("an address that ends in entities", "https://a.example/", "&amp;", ""),
    many("addresses in quotation marks", "'https://a.b \u2018http://c\u2019 https://d.e\""),
    many("hosts without a scheme", "www.a.example/b "),
    many("beginnings of hosts", "www."),
    many("local addresses", "http://localhost:3000 http://nas/ "),
    many("addresses with a user", "https://user@a.example/b "),
    many("mail addresses", "a@b.example "),
    many("mail addresses without a space", "a@b.c"),
    many("a long name before an at sign", "", "a.", "@b.example"),
    many("at signs", "@"),
    many("colons", "a:"),
    many("slashes", "//"),
    many("schemes", "https:"),
    many("entities", "&amp;"),
    many("numbered entities", "&#65;"),
    many("entities that do not end", "&a"),
    many("entities of many digits", "&#0000000000000000000000000000065;"),
    many("escaped characters", "\\*"),
    many("backslashes", "\\"),
    many("emoji", ":tada: "),
    many("thoughts", "<think>a</think>\n"),
    many("thoughts that do not end", "<think>\n<thinking>\n"),
    many("names of emoji that do not end", ":tada"),
    many("colours", "`#ff0000` "),
    pairs("notes", "", "a[^{i}] ", "\n\n", "[^{i}]: b\n\n", ""),
    many("references to one note", "", "a[^1] ", "\n\n[^1]: b\n"),
    many("notes without a definition", "[^{i}]"),
    many("notes of the same name", "a[^1]\n\n", "[^1]: b\n\n", ""),
    many("notes that refer to the next", "a[^0]\n\n", "[^{i}]: b[^{i+1}]\n\n", ""),
    many("notes in a note", "a[^1]\n\n[^1]: b\n\n", "    c[^1]\n\n", ""),
    many("formulas", "$a$ "),
    many("formulas in a line of their own", "$$\na\n$$\n\n"),
    many("formulas in brackets", "\\(a\\) \\[b\\] "),
    many("formulas that do not end", "$a "),
    many("formulas in brackets that do not end", "\\[a "),
    many("dollar signs", "$"),
    many("formulas in a table", "|a|\n|-|\n", "|$a\\|b$|\n", ""),
    many("text from right to left", "\u05d0\u05d1 \u202e"),
    many("combining characters", "a", "\u0301", ""),
    many("text in Chinese", "\u6f22\u5b57"),
};

const std::vector<Construct> kHtml{
    many("different attributes of a tag", "<p ", "a{i} ", ">"),
    many("different attributes with values", "<p ", "a{i}=\"b\" ", ">"),
    many("different attributes of a known name", "<p ", "data-a{i}=b ", ">"),
    many("the same attribute", "<p ", "id=a ", ">"),
    many("attributes of a tag that does not end", "<p ", "a{i} ", ""),
    many("an attribute without an end", "<p a=\"", "b ", ""),
    many("classes of a tag", "<p class=\"", "a{i} ", "\">"),
    many("titles of reserved characters", "<p title=\"", "\U000f5a1e", "\">"),
    many("styles of a tag", "<p style=\"", "color: red; ", "\">"),
    many("addresses of an image", "<img srcset=\"", "a 1x, ", "\">"),
    many("equals signs in a tag", "<p ", "=", ">"),
    many("quotation marks in a tag", "<p ", "\"'", ">"),
    many("paragraphs with tags", "<p>a</p>\n"),
    many("paragraphs that do not end", "<p>"),
    many("ends of paragraphs", "</p>"),
    many("elements in a line", "a <b>c</b> "),
    nested("nested elements", "<div>", "</div>"),
    pairs("nested elements in a line", "a ", "<span>", "b", "</span>", ""),
    many("elements that do not end", "<div>"),
    many("formatting that does not end", "<b>"),
    many("formatting of all kinds that does not end", "<b><i><u><s>"),
    many("formatting that overlaps", "<b><i></b></i>"),
    many("formatting around blocks", "<b><p>"),
    many("formatting with attributes", "<b id=a{i}><p>"),
    many("nested links", "<a href=b>"),
    many("links that overlap", "<a href=b><b></a>"),
    many("ends of elements that are not open", "</b></i>"),
    many("ends that no open element has", times("<div>", 50), "</x>", ""),
    many("unknown elements", "<x{i}>"),
    many("images with tags", "<img src=b.png>"),
    many("comments", "<!-- a -->\n"),
    many("comments that do not end", "<!-- a "),
    many("dashes in a comment", "<!--", "-", ""),
    many("declarations that do not end", "<!a "),
    many("instructions that do not end", "<?a "),
    many("character data", "<![CDATA[a]]>"),
    many("character data that does not end", "<![CDATA["),
    many("scripts", "<script>a</script>\n"),
    many("scripts that do not end", "<script>"),
    many("styles", "<style>a{}</style>\n"),
    many("styles that do not end", "<style>"),
    many("text areas", "<textarea>"),
    many("rows of a table with tags", "<table>", "<tr><td>a</td></tr>", "</table>"),
    many("text in a table outside of its cells", "<table>", "a<b>", "</table>"),
    many("nested tables", "<table><tr><td>"),
    many("tables that do not end", "<table>"),
    many("nested lists", "<ul><li>"),
    nested("nested details", "<details><summary>a</summary>\n\n", "</details>\n"),
    many("options of a choice", "<select>", "<option>", ""),
    nested("drawings", "<svg>", "</svg>"),
    nested("formulas with tags", "<math>", "</math>"),
    many("annotations of formulas", "<math><annotation-xml>"),
    nested("templates", "<template>", "</template>"),
    many("forms", "<form>"),
    many("frames", "<frameset>"),
    many("headings with tags", "<h1>a"),
    many("tags without a name", "<>"),
    many("tags across lines", "<a\nhref='b'\n>c</a>\n"),
};

const std::vector<Construct> kSecrets{
    many("beginnings of secrets", "sk-ant-AKIAghp_xoxb-AIzaeyJglpat-npm_"),
    many("beginnings of keys of Stripe", "sk_live_"),
    many("beginnings of web tokens", "eyJhbGciOi."),
    many("a long web token", "eyJhbGciOiJIUzI1NiJ9.", "eyJ", ""),
    many("beginnings of private keys", "-----BEGIN PRIVATE KEY-----\n"),
    many("addresses with passwords", "postgres://a:b@"),
    many("an address without an at sign", "postgres://a:", "b:", ""),
    many("names of passwords", "password="),
    many("letters as in base64", "QUtJQQ"),
    many("encoded characters", "%41"),
    many("characters in references", "&#x41;"),
    many("characters in escapes", "\\u0041"),
};

INSTANTIATE_TEST_SUITE_P(Blocks, TextGrowth, testing::ValuesIn(in_all_templates(kBlocks)),
                         parameter_name);
INSTANTIATE_TEST_SUITE_P(Spans, TextGrowth, testing::ValuesIn(in_all_templates(kSpans)),
                         parameter_name);
INSTANTIATE_TEST_SUITE_P(Html, TextGrowth, testing::ValuesIn(in_all_templates(kHtml)),
                         parameter_name);
INSTANTIATE_TEST_SUITE_P(Secrets, TextGrowth, testing::ValuesIn(in_all_templates(kSecrets)),
                         parameter_name);

}  // namespace
}  // namespace tests
