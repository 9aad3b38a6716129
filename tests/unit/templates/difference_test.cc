#include "templates/differences/difference.h"

#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/text/encodings.h"
#include "generated_contents.h"
#include "templates/content.h"
#include "templates/differences/difference_forms.h"

namespace templates {
namespace {

using core::Template;

Compared version(const std::string& content, std::optional<std::string> title = {}) {
  return {.title = std::move(title),
          .description = {},
          .content = *core::JsonTree::parse(std::string(content))};
}

std::string markdown(Template id, const std::string& from, const std::string& to) {
  return to_markdown(difference(id, version(from), version(to)));
}

std::string json(const Difference& difference) {
  core::JsonWriter json;
  json.begin_object();
  write_members(json, difference);
  json.end_object();
  return json.text();
}
std::string json(Template id, const std::string& from, const std::string& to) {
  return json(difference(id, version(from), version(to)));
}

TEST(Difference, OfTheSameVersionIsNothing) {
  const std::string table = R"({"columns":["a"],"rows":[[1]]})";
  EXPECT_EQ(markdown(Template::table, table, table), "Nothing differs.\n");
  const Difference same = difference(Template::table, version(table), version(table));
  EXPECT_TRUE(same.is_same());
  EXPECT_TRUE(same.is_complete());
}

TEST(Difference, HasTitleAndDescription) {
  const Difference titles = difference(Template::markdown, version(R"({"text":"a"})", "Old `1`"),
                                       version(R"({"text":"a"})"));
  EXPECT_EQ(to_markdown(titles), "- Title: `` Old `1` `` → (nothing)\n");
  EXPECT_EQ(json(titles),
            R"({"kind":"text","isSame":false,"isComplete":true,"bytes":{"from":1,"to":1},)"
            R"("title":{"from":"Old `1`","to":null},)"
            R"("text":{"lines":{"from":1,"to":1,"removed":0,"added":0},"isOnlyLineEnds":false,)"
            R"("hunks":[],"omitted":{"hunks":0,"removed":0,"added":0}}})");
}

TEST(Difference, OfDocumentsIsByLines) {
  const std::string from = R"({"text":"# Plan\n\n```js\nold line\n```\n"})";
  const std::string to = R"({"text":"# Plan\n\n```js\nnew line\n```\n"})";
  EXPECT_EQ(markdown(Template::markdown, from, to),
            "- 1 line added, 1 removed\n\n"
            "````diff\n@@ -1,5 +1,5 @@\n # Plan\n \n ```js\n-old line\n+new line\n ```\n````\n");
  EXPECT_EQ(markdown(Template::html, R"({"html":"<p>a\n<p>old"})", R"({"html":"<p>a\n<p>new"})"),
            "- 1 line added, 1 removed\n\n"
            "```diff\n@@ -1,2 +1,2 @@\n <p>a\n-<p>old\n+<p>new\n```\n");
  EXPECT_EQ(
      json(Template::markdown, R"({"text":"old line"})", R"({"md":"new line"})"),
      R"({"kind":"text","isSame":false,"isComplete":true,"bytes":{"from":8,"to":8},)"
      R"("text":{"lines":{"from":1,"to":1,"removed":1,"added":1},"isOnlyLineEnds":false,)"
      R"("hunks":[{"from":{"line":1,"count":1},"to":{"line":1,"count":1},"lines":[)"
      R"({"change":"removed","text":"old line","parts":[{"text":"old","isChanged":true},{"text":" line","isChanged":false}]},)"
      R"({"change":"added","text":"new line","parts":[{"text":"new","isChanged":true},{"text":" line","isChanged":false}]}]}],)"
      R"("omitted":{"hunks":0,"removed":0,"added":0}}})");
}

TEST(Difference, HasOtherMembersAsSettings) {
  EXPECT_EQ(markdown(Template::code, R"({"text":"x","language":"js","n":{"a":1}})",
                     R"({"text":"x","language":"ts","n":{"a":1},"empty":""})"),
            "- Settings: 2 lines added, 1 removed\n\n"
            "```diff\n@@ -1,2 +1,3 @@\n-language: js\n+language: ts\n n: {\"a\":1}\n"
            "+empty: \"\"\n```\n");
}

TEST(Difference, OfTablesIsByLinesOfCsv) {
  const std::string from =
      R"({"columns":["id",{"key":"sold","format":"number"}],"rows":[["a",1],["b",2],["c",3]]})";
  const std::string to =
      R"({"columns":["id",{"key":"sold","format":"percent"}],"rows":[["a",1],["c",4],["d",null]]})";
  EXPECT_EQ(markdown(Template::table, from, to),
            "- 2 lines added, 2 removed\n\n"
            "```diff\n@@ -1,4 +1,4 @@\n id,sold\n a,1\n-b,2\n-c,3\n+c,4\n+d,\n```\n\n"
            "- Settings: 1 line added, 1 removed\n\n"
            "```diff\n@@ -1 +1 @@\n-column \"sold\": number\n+column \"sold\": percent\n```\n");
  EXPECT_EQ(
      json(Template::table, R"({"columns":["id","n"],"rows":[["a b",1]]})",
           R"({"columns":["n","id",{"label":"x","align":"right"}],"rows":[[1,"a c",2]]})"),
      R"({"kind":"table","isSame":false,"isComplete":false,"bytes":{"from":41,"to":73},)"
      R"("columns":{"added":["x"],"removed":[],"moved":{"from":["id","n"],"to":["n","id"]}},)"
      R"("text":{"lines":{"from":2,"to":2,"removed":1,"added":1},"isOnlyLineEnds":false,)"
      R"("hunks":[{"from":{"line":1,"count":2},"to":{"line":1,"count":2},"lines":[)"
      R"({"change":"kept","text":"id,n"},)"
      R"({"change":"removed","text":"a b,1","parts":[{"text":"a ","isChanged":false},{"text":"b","isChanged":true},{"text":",1","isChanged":false}]},)"
      R"({"change":"added","text":"a c,1","parts":[{"text":"a ","isChanged":false},{"text":"c","isChanged":true},{"text":",1","isChanged":false}]}]}],)"
      R"("omitted":{"hunks":0,"removed":0,"added":0}},)"
      R"("settingsText":{"lines":{"from":0,"to":1,"removed":0,"added":1},"isOnlyLineEnds":false,)"
      R"("hunks":[{"from":{"line":0,"count":0},"to":{"line":1,"count":1},"lines":[)"
      R"({"change":"added","text":"column \"x\": right"}]}],)"
      R"("omitted":{"hunks":0,"removed":0,"added":0}}})");
}

TEST(Difference, IsIncompleteIfRowsLackColumnsOfOneVersion) {
  const auto is_complete = [](const std::string& from, const std::string& to) {
    return json(Template::table, from, to).find(R"("isComplete":true)") != std::string::npos;
  };
  EXPECT_TRUE(is_complete(R"({"csv":"a,b\n1,2\n"})", R"({"csv":"b,a\n2,3\n"})"));
  EXPECT_FALSE(is_complete(R"({"csv":"a,b\n1,2\n"})", R"({"csv":"a\n1\n"})"));
  EXPECT_FALSE(is_complete(R"({"csv":"a\n1\n"})", R"({"csv":"a,b\n1,2\n"})"));
  EXPECT_TRUE(is_complete(R"({"csv":"a\n1\n"})", R"({"csv":"b\n2\n"})"));
}

TEST(Difference, FindsColumnsByTheirKeysAndThenTheirHeadings) {
  const auto table = [](const std::string& columns) {
    return R"({"columns":[)" + columns + R"(],"rows":[{"a":1,"b":2}]})";
  };
  EXPECT_EQ(markdown(Template::table, table(R"({"key":"a","label":"City"},"b")"),
                     table(R"({"key":"a","label":"Town"},"b")")),
            "- 1 line added, 1 removed\n\n"
            "```diff\n@@ -1,2 +1,2 @@\n-City,b\n+Town,b\n 1,2\n```\n");
  EXPECT_EQ(markdown(Template::table, R"({"csv":"a,b\n1,2\n"})", R"({"csv":"a,c\n1,3\n"})"),
            "- Columns added: c\n- Columns removed: b\n");
  EXPECT_EQ(markdown(Template::table, R"({"csv":"a\n1\n"})", R"({"csv":"b\n2\n"})"),
            "- Columns added: b\n- Columns removed: a\n- 2 lines added, 2 removed\n\n"
            "```diff\n@@ -1,2 +1,2 @@\n-a\n-1\n+b\n+2\n```\n");
}

TEST(Difference, OfLargeTablesIsBySize) {
  std::string rows;
  for (int i = 0; i < 9; ++i)
    rows += (i == 0 ? "[\"" : ",[\"") + std::string(2'000'000, 'a') + "\"]";
  const Difference large =
      difference(Template::table, version(R"({"columns":["a"],"rows":[)" + rows + "]}"),
                 version(R"({"columns":["a"],"rows":[["b"]]})"));
  EXPECT_EQ(large.content.kind, DifferenceKind::size);
  EXPECT_FALSE(large.is_complete());
}

TEST(Difference, OfMovedColumnsIsTheirOrderAlone) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    tests::Generator make(seed);
    const std::size_t width = 2 + make.below(3);
    std::vector<std::size_t> order(width);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::swap(order[0], order[1 + make.below(width - 1)]);
    std::vector<std::vector<std::string>> rows(1 + make.below(4), std::vector<std::string>(width));
    for (auto& row : rows)
      for (std::string& cell : row) cell = make.value();
    const auto content = [&](bool is_moved) {
      const auto in_order = [&](const auto& cell_at) {
        std::string list;
        for (std::size_t i = 0; i < width; ++i)
          list += (i == 0 ? "" : ",") + cell_at(is_moved ? order[i] : i);
        return '[' + list + ']';
      };
      std::string list;
      for (const auto& row : rows)
        list += (list.empty() ? "" : ",") + in_order([&](std::size_t i) { return row[i]; });
      return R"({"columns":)" +
             in_order([](std::size_t i) { return "\"C" + std::to_string(i) + '"'; }) +
             R"(,"rows":[)" + list + "]}";
    };
    const Difference moved =
        difference(Template::table, version(content(false)), version(content(true)));
    ASSERT_TRUE(moved.content.columns && moved.content.text) << content(false);
    EXPECT_EQ(moved.content.columns->moved_to.size(), width) << content(true);
    EXPECT_FALSE(moved.content.text->has_difference()) << content(false) << content(true);
  }
}

TEST(Difference, OfAnyContentAndItselfIsEmpty) {
  for (const Template id :
       {Template::table, Template::chart, Template::markdown, Template::code, Template::pdf}) {
    std::vector<std::string> contents = tests::collected_contents(id);
    for (unsigned seed = 0; id == Template::table && seed < 1000; ++seed) {
      tests::Generator make(seed);
      contents.push_back(make.content(1 + make.below(4)));
    }
    for (const std::string& content : contents) {
      if (!core::JsonTree::parse_object(std::string_view(content))) continue;
      // As JSON with other white space, it is another content with the same page.
      const Difference same = difference(id, version(content), version(' ' + content));
      EXPECT_FALSE(same.content.text && same.content.text->has_difference()) << content;
      EXPECT_FALSE(same.content.columns && !same.content.columns->is_empty()) << content;
      EXPECT_FALSE(same.content.settings.has_difference()) << content;
    }
  }
}

TEST(Difference, OfTablesIsTheSameInAnyForm) {
  EXPECT_EQ(markdown(Template::table, R"({"csv":"id,n\na,1\nb,2\n"})",
                     R"({"rows":[{"id":"a","n":1},{"id":"b","n":2}]})"),
            "Only the form of the content differs, not what is shown.\n");
}

TEST(Difference, SaysThatColumnsMoved) {
  const std::string from = R"({"csv":"id,n,m\n1,a,x\n2,b,y\n"})";
  const std::string to = R"({"csv":"n,id,m\na,1,x\nb,2,y\n"})";
  EXPECT_EQ(markdown(Template::table, from, to), "- Columns moved: n, id, m (before: id, n, m)\n");
  EXPECT_NE(json(Template::table, from, to)
                .find(R"("moved":{"from":["id","n","m"],"to":["n","id","m"]})"),
            std::string::npos);
  const std::string records = R"({"rows":[{"id":"a","n":1},{"id":"b","n":2}]})";
  EXPECT_EQ(markdown(Template::table, records, R"({"rows":[{"n":1,"id":"a"},{"n":2,"id":"b"}]})"),
            "- Columns moved: n, id (before: id, n)\n");
}

TEST(Difference, SaysThatSeriesMoved) {
  const std::string s = R"({"label":"s","data":[1,2]})";
  const std::string t = R"({"label":"t","data":[3,4]})";
  const auto chart = [](const std::string& first, const std::string& second) {
    return R"({"type":"bar","data":{"labels":["a","b"],"datasets":[)" + first + "," + second +
           "]}}";
  };
  EXPECT_EQ(markdown(Template::chart, chart(s, t), chart(t, s)),
            "- Series moved: t, s (before: s, t)\n");
}

// Pairs of contents whose pages differ, though their data is the same.
TEST(Difference, IsNeverOnlyOfTheFormWherePagesDiffer) {
  struct Pair {
    Template id;
    std::string from;
    std::string to;
  };
  const auto chart = [](const std::string& data, const std::string& options) {
    return R"({"type":"bubble","data":{"datasets":[)" + data + R"(]},"options":)" + options + "}";
  };
  const std::string a = R"({"label":"a","data":[{"x":1,"y":2,"r":3}]})";
  const std::string b = R"({"label":"b","data":[{"x":4,"y":5,"r":6}]})";
  const auto plotly = [](const std::string& layout, const std::string& names) {
    return R"({"data":[{"type":"scatter","mode":"markers","x":[1,2],"y":[3,4],"text":)" + names +
           R"(}],"layout":)" + layout + "}";
  };
  const auto vega = [](const std::string& records) {
    return R"({"$schema":"https://vega.github.io/schema/vega-lite/v6.json","mark":"bar",)"
           R"("data":{"values":)" +
           records + R"(},"encoding":{"x":{"field":"a","type":"nominal"}}})";
  };
  const std::string names = R"(["p","q"])";
  const std::vector<Pair> pairs{
      {Template::chart, chart(a + "," + b, "{}"), chart(b + "," + a, "{}")},
      {Template::chart, chart(a, R"({"scales":{"x":{"min":0}}})"),
       chart(a, R"({"scales":{"x":{"min":1}}})")},
      {Template::chart, plotly("{}", names), plotly(R"({"yaxis":{"type":"log"}})", names)},
      {Template::chart, plotly("{}", names), plotly(R"({"xaxis":{"range":[0,9]}})", names)},
      {Template::chart, plotly("{}", names), plotly("{}", R"(["q","p"])")},
      {Template::chart, plotly("{}", names), plotly(R"({"showlegend":false})", names)},
      {Template::chart, vega(R"([{"a":"x","b":1},{"a":"y","b":2}])"),
       vega(R"([{"b":1,"a":"x"},{"b":2,"a":"y"}])")},
      {Template::chart, R"({"type":"bar","labels":["a","a"],"values":[1,2]})",
       R"({"type":"bar","labels":["a","a"],"values":[2,1]})"},
      {Template::table, R"({"columns":["a","b"],"rows":[[1,2]]})",
       R"({"columns":["b","a"],"rows":[[2,1]]})"},
      {Template::table, R"({"columns":["a"],"rows":[[null]]})", R"({"columns":["a"],"rows":[]})"},
      {Template::table, R"({"columns":["a","a"],"rows":[[1,2]]})",
       R"({"columns":["a","a"],"rows":[[2,1]]})"},
      {Template::table, R"({"columns":["a"],"rows":[["1"],["x"]]})",
       R"({"columns":["a"],"rows":[["1"],["x"]],"caption":"c"})"},
      {Template::table, R"({"columns":["a"],"rows":[["1.50"]]})",
       R"({"columns":["a"],"rows":[[1.50]]})"},
      {Template::table, R"({"columns":["a"],"rows":[[true]]})",
       R"({"columns":["a"],"rows":[["true"]]})"},
  };
  for (const auto& [id, from, to] : pairs) {
    const auto page = [&](const std::string& content) {
      return render_content(id, content).html.str();
    };
    if (page(from) == page(to)) continue;
    const std::string told = markdown(id, from, to);
    EXPECT_EQ(told.find("Only the form"), std::string::npos) << from << "\n" << to;
    EXPECT_EQ(told.find("Nothing differs"), std::string::npos) << from << "\n" << to;
  }
}

TEST(Difference, OfChartsIsByLabelAndSeries) {
  EXPECT_EQ(
      markdown(
          Template::chart,
          R"({"type":"bar","labels":["May","June"],"datasets":[{"label":"Sold","data":[1,2]},{"label":"Lost","data":[8,9]}]})",
          R"({"type":"line","labels":["May","June","July"],"datasets":[{"label":"Sold","data":[1,3,4]},{"label":"Kept","data":[5,6,7]}],"options":{"locale":"de"}})"),
      "- Series added: Kept\n"
      "- Series removed: Lost\n"
      "- 2 lines added, 1 removed\n\n"
      "```diff\n@@ -1,3 +1,4 @@\n Label,Sold\n May,1\n-June,2\n+June,3\n+July,4\n```\n\n"
      "- Settings: 1 line added, 1 removed\n\n"
      "```diff\n@@ -1,5 +1,5 @@\n {\n-  \"kind\": \"bar\",\n+  \"kind\": \"line\",\n"
      "   \"axes\": [\n     {},\n     {}\n```\n");
}

TEST(Difference, OfVegaLiteIsByItsRecords) {
  const auto chart = [](std::string_view mark, std::string_view value) {
    return R"({"$schema":"https://vega.github.io/schema/vega-lite/v6.json","mark":")" +
           std::string(mark) + R"(","data":{"values":[{"a":"x","b":1},{"a":"y","b":)" +
           std::string(value) + R"(}]},"encoding":{"x":{"field":"a","type":"nominal"}}})";
  };
  const std::string told = markdown(Template::chart, chart("bar", "2"), chart("line", "3"));
  EXPECT_NE(told.find("\n-y,2\n+y,3\n"), std::string::npos) << told;
  EXPECT_NE(told.find("\n-  \"mark\": \"bar\",\n+  \"mark\": \"line\",\n"), std::string::npos)
      << told;
}

TEST(Difference, OfPdfsIsByTheirSource) {
  EXPECT_EQ(markdown(Template::pdf, R"({"markdown":"a","filename":"x.pdf"})",
                     R"({"html":"b","filename":"y.pdf"})"),
            "- 1 line added, 1 removed\n\n"
            "```diff\n@@ -1 +1 @@\n-a\n+b\n```\n\n"
            "- Settings: 1 line added, 1 removed\n\n"
            "```diff\n@@ -1 +1 @@\n-filename: x.pdf\n+filename: y.pdf\n```\n");
}

TEST(Difference, OfFilesIsBySize) {
  const std::string from = R"({"data":"JVBERi0xLjQK"})";
  EXPECT_EQ(markdown(Template::pdf, from, R"({"data":"JVBERi0xLjQKJSVFT0YK"})"),
            "- Size: 9 bytes → 15 bytes\n");
  EXPECT_EQ(json(Template::pdf, from, R"({"markdown":"ab"})"),
            R"({"kind":"size","isSame":false,"isComplete":false,"bytes":{"from":9,"to":2}})");
}

TEST(Difference, OfWhatNoTemplateShowsIsByLinesOfJson) {
  EXPECT_EQ(markdown(Template::markdown, R"({"a":1,"b":2})", R"({"a":1,"b":3})"),
            "- 1 line added, 1 removed\n\n"
            "```diff\n@@ -1,4 +1,4 @@\n {\n   \"a\": 1,\n-  \"b\": 2\n+  \"b\": 3\n }\n```\n");
}

TEST(Difference, SaysWhatIsLeftOut) {
  std::string from;
  std::string to;
  for (std::size_t i = 0; i < 20'000; ++i) {
    from += "a" + std::to_string(i) + "\\n";
    to += "b" + std::to_string(i) + "\\n";
  }
  const Difference books = difference(Template::markdown, version(R"({"text":")" + from + "\"}"),
                                      version(R"({"text":")" + to + "\"}"));
  EXPECT_FALSE(books.is_complete());
  const std::string text = to_markdown(books);
  EXPECT_NE(text.find("\n\\ 19,800 lines removed, not shown\n"), std::string::npos);
  EXPECT_NE(text.find("\n\\ 19,800 lines added, not shown\n"), std::string::npos);
  EXPECT_LT(text.size(), 10'000U);
}

TEST(Difference, IsSummedUpInAFewWords) {
  const auto summary = [](const std::string& from, const std::string& to) {
    return summary_of(difference(Template::markdown, version(from), version(to)));
  };
  EXPECT_EQ(summary(R"({"text":"a\nb\nc"})", R"({"text":"a\nx\ny"})"), "2 lines added, 2 removed");
  EXPECT_EQ(summary(R"({"text":"a"})", R"({"text":"a\nb"})"), "1 line added");
  EXPECT_EQ(summary(R"({"text":"a\nb"})", R"({"text":"a"})"), "1 line removed");
  EXPECT_EQ(summary_of(difference(Template::markdown, version(R"({"text":"a"})", "Old"),
                                  version(R"({"text":"a\nb"})", "New"))),
            "1 line added, title");
}

TEST(Difference, MarksTheWordsOfALineThatStaysInPart) {
  const auto page =
      to_page(difference(Template::markdown, version(R"({"text":"the <old> lamp\n\nx"})"),
                         version(R"({"text":"the new lamp\n\nx\ny"})")));
  const std::string& html = page.html.str();
  EXPECT_NE(html.find("<del>-the <mark>&lt;old&gt;</mark> lamp\n</del>"), std::string::npos)
      << html;
  EXPECT_NE(html.find("<ins>+the <mark>new</mark> lamp\n</ins>"), std::string::npos) << html;
  EXPECT_NE(html.find("<ins>+y\n</ins>"), std::string::npos) << html;
  EXPECT_EQ(html.find("@@"), std::string::npos);
}

}  // namespace
}  // namespace templates
