#include "templates/markdown/extracted/formulas.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "../texts.h"
#include "templates/markdown/markdown.h"

namespace templates {
namespace {

using tests::repeated;

std::string rendered(const std::string& source) {
  const RenderedMarkdown result = render_markdown(source);
  return result.leading_heading.str() + result.html.str();
}

std::string block(const std::string& tex) {
  return "<div class=\"math\" role=\"group\" aria-label=\"Formula\" tabindex=\"0\">" + tex +
         "</div>\n";
}

std::string inline_formula(const std::string& tex) {
  return "<span class=\"math\">" + tex + "</span>";
}

void expect_contains(const std::string& source, std::string_view part) {
  EXPECT_NE(rendered(source).find(part), std::string::npos) << rendered(source);
}

void expect_none(const std::string& source) {
  EXPECT_FALSE(render_markdown(source).has_formulas) << rendered(source);
  EXPECT_EQ(rendered(source).find("class=\"math"), std::string::npos) << rendered(source);
  EXPECT_EQ(rendered(source).find('\xff'), std::string::npos) << rendered(source);
}

TEST(Formulas, AreKeptVerbatimInText) {
  expect_contains("so $a_1*b_2*c \\\\ \\{x\\} &amp; <y>$.",
                  "so " + inline_formula("a_1*b_2*c \\\\ \\{x\\} &amp;amp; &lt;y&gt;") + ".");
  expect_contains("the $n$th", inline_formula("n") + "th");
  expect_contains("**$x$**", "<strong>" + inline_formula("x") + "</strong>");
  expect_contains("$`a_$b`$", inline_formula("a_$b"));
  expect_contains("[$x$](/a)", ">" + inline_formula("x") + "</a>");
  EXPECT_TRUE(render_markdown("$x$").has_formulas);
}

TEST(Formulas, AreNotPricesOrVariables) {
  for (const std::string text :
       {"$5 and $10", "$5 and ($10)", "US$5 or A$6", "$ x $", "$x $", "$HOME and $PATH",
        "$HOME:$PATH", "\\$x$", "$x\\$", "$x", "$", "$$", "$$$x$$$", "$$ $$", "cost: 5$",
        "https://e.example/?$filter=a&$top=b", "${a}${b}"})
    expect_none(text);
}

TEST(Formulas, AreNotTextBetweenAmountsAndUnits) {
  for (const std::string text :
       {"costs ($5/GB in, $9/GB out)", "costs ($5/GB in, 9$/GB out)",
        "Revenue ($M) and profit ($M)", "Revenue ($m) and profit ($m)",
        "Revenue ($k), profit ($k), margin (%)", "Revenue ($), profit ($)",
        "Cost ($/MWh) vs ($/kW)", "US$ (millions), A$ (thousands), $ (x)", "(in $) and (US $)",
        "between $1.5B and $2B, or 5$ to 6$", "$5k/$10k, $a/$b", "like $foo, $bar and ($baz)",
        "$5 to $10, or 5$ off", "$/hour, and $, too"})
    expect_none(text);
  expect_none("| Price ($) | Cost ($/t) |\n|---|---|\n| $5 | 10$ |\n");
  expect_contains("| Price ($m) | Cost ($m) |\n|---|---|\n| $a | b$ |\n", "<td>$a</td><td>b$</td>");
  for (const std::string tex :
       {"x^2", "a+b", "f(x)", "(a, b)", "[0, 1)", "]0, 1[", "5", "10\\%", "2x", "3 \\times 4",
        "1, 2, 3", "P(A | B)", "n log n", "a/b", "x, y", "\\left. x \\right)", "a | b",
        "x \\text{ and so is } y", "0.5 \\text{ or so}"}) {
    expect_contains("so ($" + tex + "$).", "so (" + inline_formula(tex) + ").");
  }
  expect_contains("| a |\n|---|\n| $P(A | B)$ |\n", "<td>" + inline_formula("P(A | B)"));
}

TEST(Formulas, AreNotInCode) {
  for (const std::string text :
       {"`$x$`", "`` a ` $x$ ``", "```\n$x$\n$$\ny\n$$\n```", "~~~\n$$\nx\n$$", "    $x$\n",
        "    $$\n    x\n    $$\n", "a `b\n$x$` c", "$`a`", "$a `b$ c`", "> ```\n> $x$\n> ```\n",
        "- ```\n  $x$\n  ```"})
    expect_none(text);
  expect_contains("`$x$`", "<code>$x$</code>");
  expect_contains("    $x$\n", "<code>$x$\n</code>");
}

TEST(Formulas, AreNotInCodeUpToTheEndOfItsFence) {
  for (const std::string text :
       {"```\n    ```\n$x$\n```\n", "```\n> ```\n$x$\n```\n", "```\n- ```\n$x$\n```\n",
        "````\n```\n$x$\n````\n", "~~~\n```\n$x$\n~~~\n", "```\n``` js\n$x$\n```\n",
        "> ```\n> > ```\n> $x$\n> ```\n", "- ```\n  - ```\n  $x$\n  ```\n", "- a\n\n      $x$\n",
        "1. a\n\n   ```\n   $x$\n", "<!--\n```\n-->\n```\n$x$\n```\n"})
    expect_none(text);
  for (const std::string text :
       {"    ```\n$x$\n", "- a\n\n      ```\n\n$x$\n", "```\n    ```\n```\n$x$\n",
        "```\n> ```\n```\n$x$\n", "- ```\n  a\n\n$x$\n", "1. ```\n   a\n2. $x$\n",
        "- ```\n  a\n```\n$x$\n", "> ```\n> a\n\n$x$\n", "<pre>\n```\n</pre>\n$x$\n",
        "<!--\n```\n-->\n$x$\n", "<div>\n```\n</div>\n\n$x$\n", "~~~\n```\n~~~\n$x$\n",
        "[^a]\n\n[^a]: b\n\n    ```\n    c\n\n$x$\n", "- a\n\n  ```\n  b\n- $x$\n"})
    expect_contains(text, inline_formula("x"));
}

TEST(Formulas, AreNoBlocksInHtml) {
  for (const char* beginning : {"<pre>\n", "<div>\n", "text\n<h1>\n", "<b>\n"})
    expect_contains(std::string(beginning) + "$$\nx\n$$\n", "$$\nx\n$$");
  expect_contains("<div>\n\n$$\nx\n$$\n\n</div>\n", block("x\n"));
  // Below text md4c begins no block of HTML at these names, of which another name is the beginning.
  for (const char* beginning : {"text\n<header>\n", "text\n<thead>\n"})
    expect_contains(std::string(beginning) + "$$\nx\n$$\n", block("x\n"));
  // These are known to later releases than 0.4.8 only.
  for (const char* beginning : {"text\n<h2>\n", "text\n<search>\n"}) {
    const std::string html = rendered(std::string(beginning) + "$$\nx\n$$\n");
    EXPECT_NE(html.find(block("x\n")) == std::string::npos,
              html.find("$$\nx\n$$") == std::string::npos)
        << html;
  }
}

TEST(Formulas, AreNotInAttributes) {
  expect_contains("[a](/b_$x$_c \"$y$\")", "href=\"/b_$x$_c\"");
  expect_contains("[a](/b_$x$_c \"$y$\")", "title=\"$y$\"");
  expect_contains("![a $x$](https://e.example/)", "alt=\"a $x$\"");
}

TEST(Formulas, AreBlocksBetweenDoubleDollars) {
  EXPECT_EQ(rendered("$$\na_1 \\\\\n<b>\n$$"), block("a_1 \\\\\n&lt;b&gt;\n"));
  EXPECT_EQ(rendered("$$a\n+ b$$"), block("a\n+ b\n"));
  expect_contains("text\n$$\na\n$$\nmore", "text</p>\n" + block("a\n"));
  expect_contains("so $$a_1$$!", "<span class=\"math math-display\">a_1</span>!");
  expect_contains("$$\n```\n`\n$$", block("```\n`\n"));
}

TEST(Formulas, AreBlocksInQuotesAndLists) {
  expect_contains("> $$\n> a\n> $$\n", "<blockquote dir=\"auto\">" + block("a\n"));
  expect_contains("> $$a\n> b$$\n", block("a\nb\n"));
  expect_contains("- x\n\n  $$\n  a\n  $$\n", block("a\n") + "</li>");
  expect_contains("1. $$\n   a\n   $$\n", "<li>" + block("a\n"));
  expect_contains("- a\n  - b\n\n    $$\n    c\n    $$\n", block("c\n"));
}

TEST(Formulas, MayBeFencedAsCode) {
  const auto result = render_markdown("```math\na < b\n```\n");
  EXPECT_EQ(result.html.str(), block("a &lt; b\n"));
  EXPECT_TRUE(result.has_formulas);
  EXPECT_FALSE(result.has_code);
}

TEST(Formulas, MayBeBetweenEscapedBrackets) {
  for (const std::string tex : {"x",
                                "10",
                                "n!",
                                "2x",
                                "f(x)",
                                "x, y",
                                "ABC",
                                " x ",
                                " A = \\pi r^2 ",
                                "\\frac{a_1}{b_2}",
                                "p = 5 km",
                                "a^2 + b^2 = c^2",
                                "\\alpha",
                                "[0, 1)",
                                "E = mc^2",
                                "\\text{one word and another}",
                                "\\left[0, 1\\right](x)",
                                "\xce\xb1 = 1",
                                "a \\\\ b_1",
                                "1, 2, \\dots, n"}) {
    expect_contains("so (\\(" + tex + "\\)).", "so (" + inline_formula(tex) + ").");
    expect_contains("*a*: \\(" + tex + "\\)\nb", "</em>: " + inline_formula(tex) + "\nb");
  }
  expect_contains("\\(a < b\\)", inline_formula("a &lt; b"));
  expect_contains("CO\\(_2\\), 10\\(^{-3}\\)",
                  "CO" + inline_formula("_2") + ", 10" + inline_formula("^{-3}"));
  expect_contains("**\\(x\\)**", "<strong>" + inline_formula("x") + "</strong>");
  expect_contains("[\\(x\\)](/a)", ">" + inline_formula("x") + "</a>");
  expect_contains("a \\( b, \\(x\\)", "a ( b, " + inline_formula("x"));
  expect_contains("| a |\n|---|\n| \\(P(A | B)\\) |\n", "<td>" + inline_formula("P(A | B)"));
  for (const std::string tex : {" x ", "E=mc^2", " E = mc^2 ", "\\alpha", " 2 + 2 ", "a_1 + b"})
    expect_contains("so \\[" + tex + "\\]!",
                    "<span class=\"math math-display\">" + tex + "</span>!");
  expect_contains("## Of \\(x_1\\)\n", "Of " + inline_formula("x_1"));
  EXPECT_EQ(render_markdown("## Of \\(x_1\\)\n").headings[0].text, "Of x_1");
  expect_contains("[^a]\n\n[^a]: \\(x\\)\n", inline_formula("x"));
}

TEST(Formulas, AreNotTextInEscapedBrackets) {
  for (const auto& [source, text] : std::vector<std::pair<std::string, std::string>>{
           {"\\[link\\](https://e.example/)", "[link](<a"},
           {"\\[a_1\\](/x)", "[a_1](/x)"},
           {"\\[a=1\\]\\(x\\)", "[a=1](x)"},
           {"\\[a=1\\]: /x", "[a=1]: /x"},
           {"as shown \\[1\\] and \\[2, 3\\]", "as shown [1] and [2, 3]"},
           {"- \\[x\\] a\n- \\[ \\] b", "<li>[x] a</li>\n<li>[ ] b"},
           {"a\\[^1\\]", "a[^1]"},
           {"a \\[^1\\]", "a [^1]"},
           {"a \\[...\\] b \\[ ... \\]", "a [...] b [ ... ]"},
           {"a\\[i+1\\]\\[j_1\\]", "a[i+1][j_1]"},
           {"\\[--name=value\\]", "[--name=value]"},
           {"\\[see also Smith 2020\\]", "[see also Smith 2020]"},
           {"\\(see below\\)", "(see below)"},
           {"\\(optional\\)", "(optional)"},
           {"\\(yes\\)", "(yes)"},
           {"\\(10 km\\) or \\(3 of 5\\)", "(10 km) or (3 of 5)"},
           {"file\\(s\\), f\\(x_1\\)", "file(s), f(x_1)"},
           {"\\(**a**\\)", "(<strong>a</strong>)"},
           {"\\([1](/a)\\)", "(<a href=\"/a\""},
           {"\\(\xd1\x8f\\)", "(\xd1\x8f)"},
           {"\\(\\)", "()"},
           {"\\( \\)", "( )"},
           {"\\\\(x\\\\)", "\\(x\\)"},
           {"\\\\[x=1\\\\]", "\\[x=1\\]"},
           {"\\(x", "(x"},
           {"x\\)", "x)"},
           {"\\(x\n= 1\\)", "(x\n= 1)"},
           {"\\(x\\]", "(x]"},
           {"\\(`x`\\)", "(<code>x</code>)"},
           {"`\\(x\\)`", "<code>\\(x\\)</code>"},
           {"    \\(x\\)", "<code>\\(x\\)"},
           {"    \\[\n    x\n    \\]", "<code>\\[\nx\n\\]"},
           {"```\n\\[\nx\n\\]\n```", "<code>\\[\nx\n\\]"},
           {"<pre>\n\\(x\\)\n\\[\nx\n\\]\n</pre>", "\\(x\\)\n\\[\nx\n\\]"},
           {"| \\(a | b\\) |\n|---|---|\n", "(a</th>"},
           {"\\[\nsome text that is\nin brackets\n\\]", "[\nsome text that is\nin brackets\n]"},
           {"\\[\nx\n\\](/a)", "[\nx\n](/a)"},
           {"\\[\nx = 1\n\ny", "[\nx = 1</p>"},
           {"\\[\n\nx\n\n\\]", "<p dir=\"auto\">[</p>"}}) {
    expect_none(source);
    expect_contains(source, text);
  }
}

TEST(Formulas, InAttributesAreUnescapedText) {
  expect_contains("[a](/Foo_(b)-\\(c\\) \"\\(d\\)\")",
                  "href=\"/Foo_(b)-(c)\" rel=\"noopener noreferrer nofollow ugc\" title=\"(d)\"");
  expect_contains("[a][b]\n\n[b]: /Foo-\\(c\\)", "href=\"/Foo-(c)\"");
  expect_contains("![\\(x\\)](https://e.example/)", "alt=\"(x)\"");
  expect_contains("[a](/-$a\\_b$)", "href=\"/-$a_b$\"");
  expect_contains("https://e.example/Foo_\\(bar\\)", "href=\"https://e.example/Foo_(bar)\"");
  expect_contains("<b title=\"\\(x\\)\">a</b>", "title=\"\\(x\\)\"");
}

TEST(Formulas, InLabelsDoNotSeparateALinkFromItsDefinition) {
  expect_contains("[a \\(b\\)]\n\n[a \\(b\\)]: /x", "<a href=\"/x\"");
  expect_contains("[a $b$]\n\n[a $b$]: /x", "<a href=\"/x\"");
}

TEST(Formulas, AreBlocksBetweenEscapedBrackets) {
  EXPECT_EQ(rendered("\\[\nx = 1\n\\]"), block("x = 1\n"));
  EXPECT_EQ(rendered("\\[ a\n+ b \\]"), block(" a\n+ b \n"));
  EXPECT_EQ(
      rendered("\\[\n\\begin{aligned}\n  a &= b \\\\[4pt]\n= c\n- d\n> e\n\\end{aligned}\n\\].\n"),
      block("\\begin{aligned}\n  a &amp;= b \\\\[4pt]\n= c\n- d\n&gt; e\n\\end{aligned}\n.\n"));
  expect_contains("text\n\\[\nx\n\\]\nmore", "text</p>\n" + block("x\n") + "<p dir=\"auto\">more");
  expect_contains("the sum: \\[\nx\n\\]\n", "the sum:</p>\n" + block("x\n"));
  expect_contains("> \\[\n> x\n> \\]\n", "<blockquote dir=\"auto\">" + block("x\n"));
  expect_contains("1. **a**:\n   \\[\n   x\n   \\]\n2. b", block("x\n") + "</li>\n<li>b");
  expect_contains("- a: \\[\n  x\n  \\]\n- b", block("x\n") + "</li>\n<li>b");
  expect_contains("\\[\r\nx\r\n\\]\r\n", block("x\n"));
  expect_contains("\\[\nx = 1\n\\]\n\n    a\n", "<code>a");
}

TEST(Formulas, WorkInHeadingsTablesAndFootnotes) {
  const auto result = render_markdown("## Of $x_1$\n");
  ASSERT_EQ(result.headings.size(), 1U);
  EXPECT_EQ(result.headings[0].text, "Of x_1");
  EXPECT_EQ(result.headings[0].id, "h-of-x_1");
  expect_contains("| a |\n|---|\n| $x$ |\n", "<td>" + inline_formula("x") + "</td>");
  expect_contains("[^a]\n\n[^a]: $x$\n\n    $$\n    y\n    $$\n", block("y\n"));
  expect_contains("[^a]\n\n[^a]: $x$\n", inline_formula("x"));
}

TEST(Formulas, HaveBarsInTables) {
  for (const std::string formula : {"$\\|x\\|$", "$`\\|x\\|`$", "\\(\\|x\\|\\)"}) {
    expect_contains("| " + formula + " |\n|---|\n| " + formula + " |\n",
                    "<td>" + inline_formula("|x|") + "</td>");
    expect_contains("a | b\n---|---\nc | " + formula + "\n", inline_formula("|x|"));
  }
  expect_contains("| a |\n|---|\n| $P(A\\|B)$ and $$\\|x$$ |\n", inline_formula("P(A|B)"));
  expect_contains("| a |\n|---|\n| $\\\\|x\\\\|$ |\n", inline_formula("\\|x\\|"));
  expect_contains("so $\\|x\\|$", inline_formula("\\|x\\|"));
}

TEST(Formulas, StayTextIfUnclosed) {
  expect_contains("$$\na\n\nb\n$$", "$$\na</p>");
  expect_contains("$$\na", "$$\na</p>");
}

TEST(Formulas, CannotBeForged) { EXPECT_FALSE(render_markdown("\xff\x30\xfe $x$").has_formulas); }

TEST(Formulas, HostileOnesGiveBoundedResults) {
  for (const std::string_view part :
       {"$",       "$$",      "$$\n",      "$$a\n", "$a",         "$a$",        "$$a$$",
        "$`",      "$`a",     "`$",        "`$``$", "$\\",        "$$ ",        "> $$\n",
        "- $$\n",  "$$\n\n",  "$a\n",      "$$$ ",  "$$a$",       "\\$",        "`a$``b$```c$",
        "\\(",     "\\[",     "\\)",       "\\]",   "\\(a",       "\\[a",       "\\(\\[",
        "\\(a\\]", "\\(x\\)", "\\[ x \\]", "\\[\n", "\\[a\n",     "a \\[\n",    "\\[\nx\n\\]\n",
        "> \\[\n", "- \\[\n", "\\(`",      "\\(\\", "\\(aaaa\\)", "\\[a_1\\](", "| \\(a | "}) {
    const std::string source = repeated(part, 100000);
    EXPECT_LE(render_markdown(source).html.size(), source.size() * 16 + 131072) << part;
  }
}

}  // namespace
}  // namespace templates
