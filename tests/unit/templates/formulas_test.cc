#include "templates/markdown/source/formulas.h"

#include <gtest/gtest.h>

#include "templates/markdown/markdown.h"

namespace templates {
namespace {

std::string rendered(const std::string& source) {
  const RenderedMarkdown result = render_markdown(source);
  return result.leading_heading.str() + result.html.str();
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string result;
  for (std::size_t i = 0; i < times; ++i) result += text;
  return result;
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

TEST(Formulas, WorkInHeadingsTablesAndFootnotes) {
  const auto result = render_markdown("## Of $x_1$\n");
  ASSERT_EQ(result.headings.size(), 1U);
  EXPECT_EQ(result.headings[0].text, "Of x_1");
  EXPECT_EQ(result.headings[0].id, "h-of-x_1");
  expect_contains("| a |\n|---|\n| $x$ |\n", "<td>" + inline_formula("x") + "</td>");
  expect_contains("[^a]\n\n[^a]: $x$\n\n    $$\n    y\n    $$\n", block("y\n"));
  expect_contains("[^a]\n\n[^a]: $x$\n", inline_formula("x"));
}

TEST(Formulas, StayTextIfUnclosed) {
  expect_contains("$$\na\n\nb\n$$", "$$\na</p>");
  expect_contains("$$\na", "$$\na</p>");
}

TEST(Formulas, CannotBeForged) { EXPECT_FALSE(render_markdown("\xff\x30\xfe $x$").has_formulas); }

TEST(Formulas, HostileOnesGiveBoundedResults) {
  for (const std::string_view part :
       {"$",      "$$",     "$$\n", "$$a\n", "$a",   "$a$", "$$a$$",
        "$`",     "$`a",    "`$",   "`$``$", "$\\",  "$$ ", "> $$\n",
        "- $$\n", "$$\n\n", "$a\n", "$$$ ",  "$$a$", "\\$", "`a$``b$```c$"}) {
    const std::string source = repeated(part, 100000);
    EXPECT_LE(render_markdown(source).html.size(), source.size() * 16 + 131072) << part;
  }
}

}  // namespace
}  // namespace templates
