#include <gtest/gtest.h>

#include "templates/content.h"
#include "templates/registry.h"

namespace templates {
namespace {

using core::Template;

// The codes of the warnings, and their fields.
std::string warnings_about(Template id, const std::string& content) {
  const auto findings = check_content(id, content);
  if (!findings) return findings.error().sentence();
  std::string shown;
  for (const core::Warning& warning : findings->warnings)
    shown.append(shown.empty() ? "" : ", ")
        .append(to_string(warning.code))
        .append(" ")
        .append(warning.field);
  return shown;
}

bool makes_pdf(const std::string& content) {
  const auto findings = check_content(Template::pdf, content);
  return findings && findings->makes_pdf;
}

TEST(ContentFindings, AreNoneForContentThatIsShown) {
  EXPECT_EQ(warnings_about(Template::markdown, R"({"text":"x","own":1})"), "");
  EXPECT_EQ(warnings_about(Template::chart, R"({"type":"bar","data":[1,2]})"), "");
  EXPECT_EQ(warnings_about(Template::table, R"({"columns":["a"],"rows":[[1]]})"), "");
  EXPECT_EQ(warnings_about(Template::table, R"({"columns":["a"],"rows":[]})"), "");
  EXPECT_EQ(warnings_about(Template::pdf, R"({"html":"<p>x</p>","date":"2026"})"), "");
  EXPECT_EQ(warnings_about(Template::pdf, R"({"url":"https://example.org/a.pdf"})"), "");
  EXPECT_EQ(warnings_about(Template::code, R"({"text":"x","language":"c"})"), "");
}

TEST(ContentFindings, TellThatADocumentIsInOneFence) {
  EXPECT_EQ(warnings_about(Template::markdown, R"({"body":"```markdown\n# A\n```\n"})"),
            "fenced_document /content/body");
  EXPECT_EQ(warnings_about(Template::pdf, R"({"markdown":"```md\n# A\n```"})"),
            "fenced_document /content");
  EXPECT_EQ(warnings_about(Template::markdown, R"({"text":"```\n# A\n```"})"), "");
  EXPECT_EQ(check_content(Template::markdown, R"({"text":"```markdown\n# A\n```"})")->first_heading,
            "A");
}

TEST(ContentFindings, TellThatThoughtsAreNotShown) {
  const std::string text = R"("<think>\n# B\n</think>\n# A\n")";
  EXPECT_EQ(warnings_about(Template::markdown, R"({"text":)" + text + "}"),
            "thoughts_not_shown /content/text");
  EXPECT_EQ(check_content(Template::markdown, R"({"text":)" + text + "}")->first_heading, "A");
  EXPECT_EQ(warnings_about(Template::pdf, R"({"markdown":)" + text + "}"),
            "thoughts_not_shown /content");
  EXPECT_EQ(warnings_about(Template::markdown, R"({"text":"<think>a</think>"})"),
            "thoughts_not_shown /content/text, content_empty /content/text");
}

TEST(ContentFindings, TellThatAColumnIsNotClear) {
  const auto warnings = [](const std::string& column, const std::string& rows) {
    return warnings_about(Template::table,
                          R"({"columns":[)" + column + R"(],"rows":[)" + rows + "]}");
  };
  const std::string contradicting = R"(["1.234,50"],["1,234.50"])";
  EXPECT_EQ(warnings(R"("a")", contradicting), "unclear_notation /content");
  EXPECT_EQ(warnings(R"({"key":"a","format":"number"})", contradicting),
            "unclear_notation /content");
  EXPECT_EQ(warnings(R"({"key":"a","format":"text"})", contradicting), "");
  EXPECT_EQ(warnings(R"("a")", R"(["05/01/2026"])"), "unclear_notation /content");
  EXPECT_EQ(warnings(R"({"key":"a","lang":"en-GB"})", R"(["05/01/2026"])"), "");
  EXPECT_EQ(warnings(R"({"key":"a","lang":"german"})", R"(["1,5"])"),
            "unknown_format /content/columns/0/lang");
  EXPECT_EQ(warnings_about(Template::table, R"({"lang":"x","rows":[[1]]})"),
            "unknown_format /content/lang");
  EXPECT_EQ(
      warnings_about(Template::table, R"({"lang":"en-GB","table":{"rows":[["05/01/2026"]]}})"), "");
}

TEST(ContentFindings, TellThatAPageShowsTheJson) {
  for (const auto& [name, id] : core::kTemplates)
    EXPECT_EQ(warnings_about(id, R"({"unrelated":1})"), "content_not_shown /content") << name;
  const auto findings = check_content(Template::markdown, "{}");
  ASSERT_TRUE(findings);
  EXPECT_NE(findings->warnings.front().message.find("\"text\""), std::string::npos);
}

TEST(ContentFindings, TellThatAChartHasNoData) {
  EXPECT_EQ(warnings_about(Template::chart, R"({"type":"bar","data":[]})"),
            "content_empty /content");
  EXPECT_EQ(
      warnings_about(Template::chart, R"({"type":"bar","data":{"labels":["a"],"datasets":[]}})"),
      "content_empty /content");
}

TEST(ContentFindings, NameMembersThatAreNotShownBecauseAnotherOneIs) {
  EXPECT_EQ(warnings_about(Template::markdown, R"({"text":"x","body":"y","md":"z"})"),
            "unused_member /content/body, unused_member /content/md");
  EXPECT_EQ(warnings_about(Template::markdown, R"({"text":null,"body":"y","content":3})"), "");
  EXPECT_EQ(warnings_about(Template::code, R"({"code":"x","source":"y"})"),
            "unused_member /content/source");
  EXPECT_EQ(warnings_about(Template::pdf, R"({"html":"<p>x</p>","markdown":"y"})"),
            "unused_member /content/markdown");
  EXPECT_EQ(warnings_about(Template::table, R"({"csv":"a\n1","rows":[[1]],"items":[]})"),
            "unused_member /content/items, unused_member /content/csv");
  EXPECT_EQ(warnings_about(Template::table, R"({"rows":[[1]],"items":12})"), "");
  const auto findings = check_content(Template::table, R"({"csv":"a\n1","rows":[[1]]})");
  ASSERT_TRUE(findings);
  EXPECT_EQ(findings->warnings.front().message, "/content/csv is not shown, because \"rows\" is");
}

TEST(ContentFindings, NameAllMembersButTheOneThatIsShown) {
  for (const Template id : {Template::markdown, Template::code, Template::table}) {
    const auto sources = definition_of(id).sources;
    for (std::size_t first = 0; first < sources.size(); ++first) {
      std::string content;
      for (std::size_t i = sources.size(); i-- > first;) {
        const std::string name(sources[i].name);
        content += content.empty() ? "{" : ",";
        content += '"' + name + "\":";
        content += sources[i].is_text ? "\"x" + name + "\\ny\"" : R"([["x)" + name + R"("]])";
      }
      const std::string shown = content_as(Form::markdown, id, content + "}").value_or("");
      EXPECT_NE(shown.find('x' + std::string(sources[first].name)), std::string::npos)
          << content << shown;
    }
  }
}

TEST(ContentFindings, TellWhatAMemberWasProbablyMeantToBe) {
  EXPECT_EQ(warnings_about(Template::markdown, R"({"txet":"x"})"),
            "content_not_shown /content, misspelt_member /content/txet");
  EXPECT_EQ(warnings_about(Template::table, R"({"columns":["a"],"rwos":[[1]]})"),
            "misspelt_member /content/rwos");
  EXPECT_EQ(warnings_about(Template::table, R"({"colums":["a"],"rows":[[1]]})"),
            "misspelt_member /content/colums");
  EXPECT_EQ(warnings_about(Template::chart, R"({"type":"bar","datasest":[{"data":[1]}]})"),
            "content_not_shown /content, misspelt_member /content/datasest");
  const auto findings = check_content(Template::markdown, R"({"txet":"x"})");
  ASSERT_TRUE(findings);
  EXPECT_EQ(findings->warnings.back().message,
            "/content/txet is not shown; did you mean \"text\"?");
}

TEST(ContentFindings, NameKeysThatNoRecordOfAChartHas) {
  const auto warnings = [](const std::string& keys) {
    return warnings_about(
        Template::chart,
        R"({"type":"bar","data":[{"month":"May","sold":1},{"month":"June","lost":2}],)" + keys +
            "}");
  };
  EXPECT_EQ(warnings(R"("xKey":"month","yKeys":["sold","lost"])"), "");
  EXPECT_EQ(warnings(R"("xKey":"date","yKeys":["sold"])"), "unknown_key /content");
  EXPECT_EQ(warnings(R"("xKey":"month","yKeys":["sold","sales"])"), "unknown_key /content");
  EXPECT_EQ(warnings(R"("xKey":"date","yKeys":["sold","sales"])"),
            "unknown_key /content, unknown_key /content");
  const auto findings = check_content(
      Template::chart, R"({"type":"bar","data":[{"month":"May","sold":1}],"xKey":"date"})");
  ASSERT_TRUE(findings);
  EXPECT_EQ(findings->warnings.back().message,
            "no record of the chart's data has the key \"date\", which xKey, yKeys, parsing or "
            "encoding names");
}

TEST(ContentFindings, LeaveMembersOfTheClientsOwnAlone) {
  // The member that is meant is there, or the word is one of its own.
  EXPECT_EQ(warnings_about(Template::markdown, R"({"text":"x","texts":"y"})"), "");
  EXPECT_EQ(warnings_about(Template::pdf, R"({"html":"x","test":1,"dates":1,"hello":1})"), "");
}

TEST(ContentFindings, TellThatAPageIsEmpty) {
  EXPECT_EQ(warnings_about(Template::markdown, R"({"text":" \n\t"})"),
            "content_empty /content/text");
  EXPECT_EQ(warnings_about(Template::code, R"({"code":""})"), "content_empty /content");
  EXPECT_EQ(warnings_about(Template::pdf, R"({"markdown":""})"), "content_empty /content");
  EXPECT_EQ(warnings_about(Template::pdf, R"({"html":""})"), "content_empty /content/html");
}

TEST(ContentFindings, LookForWhatAnHtmlDocumentShows) {
  for (const char* html :
       {"", " ", "<p></p>", "<!-- text --><p>", "<style>p{}</style>", "<title>x</title>",
        "<html><head><STYLE>a</STYLE ></head><body></body></html>", "<script>x", "<p", "<!--"})
    EXPECT_EQ(warnings_about(Template::pdf, "{\"html\":\"" + std::string(html) + "\"}"),
              "content_empty /content/html")
        << html;
  for (const char* html : {"x", "<p>x</p>", "<img src=a>", "<IMG>", "<svg/>", "<p><hr></p>",
                           "<style></style>x", "<title></title><p>a"})
    EXPECT_EQ(warnings_about(Template::pdf, "{\"html\":\"" + std::string(html) + "\"}"), "")
        << html;
}

TEST(ContentFindings, TellWhatAPdfOfHtmlDoesNotShow) {
  for (const char* html : {"<style>p { Display : grid }</style>x", "x<canvas></canvas>",
                           "x<script>y</script>", "<style>@font-face {}</style>x"})
    EXPECT_EQ(warnings_about(Template::pdf, "{\"html\":\"" + std::string(html) + "\"}"),
              "unsupported_in_pdf /content/html")
        << html;
}

TEST(ContentFindings, TellThatAPdfWasCutOff) {
  // "%PDF-1.7"
  EXPECT_EQ(warnings_about(Template::pdf, R"({"data":"JVBERi0xLjc="})"),
            "damaged_pdf /content/data");
  // "%PDF-1.7\nstartxref\n0\n%%EOF\n"
  EXPECT_EQ(warnings_about(Template::pdf, R"({"base64":"JVBERi0xLjcKc3RhcnR4cmVmCjAKJSVFT0YK"})"),
            "");
}

TEST(ContentFindings, NameKeysThatNoRowOfATableHas) {
  const auto warnings = [](const std::string& columns, const std::string& rows) {
    return warnings_about(Template::table, R"({"columns":)" + columns + R"(,"rows":)" + rows + "}");
  };
  const std::string one = "unknown_key /content";
  EXPECT_EQ(warnings(R"(["A","b"])", R"([{"a":1,"b":2}])"), one + ", " + one);
  EXPECT_EQ(warnings(R"(["A",{"key":"B"}])", R"([{"a":1,"b":2}])"), one + ", " + one + ", " + one);
  // Nothing is left out.
  EXPECT_EQ(warnings(R"(["a","note"])", R"([{"a":1}])"), "");
  EXPECT_EQ(warnings(R"(["a"])", R"([{"a":1,"id":null,"note":""}])"), "");
  EXPECT_EQ(warnings(R"(["A"])", "[[1]]"), "");
  EXPECT_EQ(warnings(R"(["a","zz"])", R"({"a":[1,2],"b":[3,4]})"), one + ", " + one);
  EXPECT_EQ(warnings(R"(["A"])", R"({"a":[1,2]})"), one + ", " + one);
  EXPECT_EQ(warnings(R"(["a"])", R"({"a":[1,2],"b":[3,4]})"), one);
  EXPECT_EQ(warnings(R"(["a","note"])", R"({"a":[1,2]})"), "");
}

TEST(ContentFindings, NameKeysOfRowsThatNoColumnShows) {
  const auto findings =
      check_content(Template::table,
                    R"({"columns":["a"],"rows":[{"a":1,"id":7},{"note":"x","a":2,"id":8},[3]]})");
  ASSERT_TRUE(findings);
  ASSERT_EQ(findings->warnings.size(), 1U);
  EXPECT_EQ(findings->warnings.front().code, core::WarningCode::unknown_key);
  EXPECT_EQ(findings->warnings.front().message,
            "rows have keys that no column names, and that are not shown: \"id\", \"note\"");
}

TEST(ContentFindings, TellWhyAVegaLiteChartCannotBeDrawn) {
  const auto warnings = [](const std::string& members, const std::string& data) {
    return warnings_about(
        Template::chart, R"({"$schema":"https://vega.github.io/schema/vega-lite/v5.json","data":)" +
                             data + "," + members + "}");
  };
  const std::string data = R"({"values":[{"a":"x"},{"a":"y","b":1}]})";
  const std::string encoding = R"("encoding":{"x":{"field":"a"},"tooltip":[{"field":"b"}]})";
  EXPECT_EQ(warnings(R"("mark":"bar",)" + encoding, data), "");
  EXPECT_EQ(warnings(R"("mark":{"type":"bar","tooltip":true},)" + encoding, data), "");
  EXPECT_EQ(warnings(R"("layer":[{"mark":"bar","encoding":{"x":{"field":"zz"}}}])", data), "");
  EXPECT_EQ(warnings(R"("mark":"barr",)" + encoding, data), "unsupported_in_chart /content/mark");
  EXPECT_EQ(warnings(R"("mark":{"type":"barr"},)" + encoding, data),
            "unsupported_in_chart /content/mark");
  EXPECT_EQ(warnings(encoding, data), "unsupported_in_chart /content");
  EXPECT_EQ(warnings(R"("mark":"bar","encodng":{})", data), "misspelt_member /content/encodng");
  EXPECT_EQ(warnings(R"("mark":"bar","encoding":{"x":{"field":"vv"},"y":{"field":"b"}})", data),
            "unknown_key /content");
  EXPECT_EQ(
      warnings(
          R"("mark":"bar","transform":[{"calculate":"1","as":"vv"}],"encoding":{"x":{"field":"vv"}})",
          data),
      "");
  EXPECT_EQ(warnings(R"("mark":"bar","encoding":{"x":{"field":"vv.c"},"y":{"field":"data"}})",
                     R"({"values":[1,2]})"),
            "");
  for (const std::string none : {R"({"values":[]})", R"({"name":"zz"})"})
    EXPECT_EQ(warnings(R"("mark":"bar",)" + encoding, none), "content_empty /content") << none;
  EXPECT_EQ(warnings(R"("mark":"line","encoding":{"x":{"field":"data"}})",
                     R"({"sequence":{"start":0,"stop":9}})"),
            "");
  const std::string named = R"({"name":"zz"},"datasets":{"zz":[{"a":1,"b":2}]})";
  EXPECT_EQ(warnings(R"("mark":"bar",)" + encoding, named), "");
}

TEST(ContentFindings, NameWhatOfAPlotlyFigureIsNotDrawn) {
  const std::string heat_map = R"({"data":[{"type":"heatmap","z":[[1,2]]}],"layout":{}})";
  EXPECT_EQ(warnings_about(Template::chart, heat_map),
            "unsupported_in_chart /content/data, content_not_shown /content");
}

TEST(ContentFindings, NameImagesOfADocumentThatNoPageCanShow) {
  const auto warnings = [](const std::string& text) {
    return warnings_about(Template::markdown, R"({"text":")" + text + R"("})");
  };
  EXPECT_EQ(warnings("![a](https://example.org/a.png)"), "");
  EXPECT_EQ(warnings("![a](data:image/png;base64,iVBORw0KGgo=)"), "");
  EXPECT_EQ(warnings("`![a](a.png)`"), "");
  for (const char* const url : {"plots/a.png", "/a.png", "file:///a.png", "http://a.example/a.png",
                                "attachment:a.png", "data:image/svg+xml,x"})
    EXPECT_EQ(warnings("# T\\n\\n![a](" + std::string(url) + ")"), "image_not_shown /content/text")
        << url;
  EXPECT_EQ(warnings("<img src=a.png> ![](b.png) ![](a.png)"),
            "image_not_shown /content/text, image_not_shown /content/text");
  const auto findings = check_content(Template::markdown, R"x({"md":"![](a.png)"})x");
  ASSERT_TRUE(findings);
  EXPECT_EQ(findings->warnings.at(0).field, "/content/md");
  EXPECT_TRUE(findings->warnings.at(0).message.starts_with("the image \"a.png\" is not shown"));
}

TEST(ContentFindings, SayWhatIsWrongWithADiagram) {
  const auto message = [](const std::string& diagram) -> std::string {
    const auto findings = check_content(
        Template::markdown, R"({"text":"# A\n\n```mermaid\n)" + diagram + R"(\n```\n"})");
    if (!findings || findings->warnings.empty()) return "";
    const core::Warning& warning = findings->warnings.front();
    EXPECT_EQ(to_string(warning.code), "diagram_not_shown");
    EXPECT_EQ(warning.field, "/content/text");
    return warning.message.substr(warning.message.find(": ") + 2);
  };
  for (const std::string drawn :
       {R"(graph TD\nA[Foo bar] --> B{is it (x)?})", R"(graph TD\nA[\"Foo (bar)\"] --> B)",
        R"(graph TD\nA[(db)] --> B((x))\nC[[sub]] -->|yes| D([st])\nE[/a/] --> F[\\a\\])",
        R"(graph TD\n%% A[x (y)]\nA -->|\"yes (1)\"| B)", R"(graph TD; A-->B;)",
        R"(---\ntitle: x\n---\nflowchart LR\nA[a]\n---\nB)",
        R"(%%{init: {\n\"theme\": \"x\"\n}}%%\nsequenceDiagram\nA->>B: f(x[0])|y|)",
        R"(graph TD\nclick A call f(\"A[x (y)]\")\nA)", R"(stateDiagram-v2\n[*] --> A[x (y)])"})
    EXPECT_EQ(message(drawn), "") << drawn;
  EXPECT_EQ(message(""), "it is empty");
  EXPECT_EQ(message("%% only this"), "it is empty");
  EXPECT_EQ(message("flow LR\\nA"),
            "its first line, \"flow LR\", names no kind of diagram, such as flowchart LR or "
            "sequenceDiagram");
  EXPECT_EQ(message(R"(graph TD\nA[x] & B[Foo (bar)] --> C)"),
            "the label \"Foo (bar)\" in its line 2 needs quotes around it, as it has brackets");
  EXPECT_EQ(message(R"(---\ntitle: x\n---\ngraph TD\nA -->|yes (1)| B)"),
            "the label \"yes (1)\" in its line 5 needs quotes around it, as it has brackets");
}

TEST(ContentFindings, NameTagsOfADocumentThatAreNotShownAsNoElementHasTheirName) {
  const auto warnings = [](const std::string& text) {
    return warnings_about(Template::markdown, R"({"text":")" + text + R"("})");
  };
  EXPECT_EQ(warnings("a `vector<T>`, \\\\<T>, 3 < 4 <5>, <https://example.org> <me@example.org>"),
            "");
  EXPECT_EQ(warnings("<b>x</b> <video src=x></video> <font color=red>y</font> <!-- <T> -->"), "");
  EXPECT_EQ(warnings("```\\n<your-key>\\n```"), "");
  EXPECT_EQ(warnings("<svg><g><path d=x /></g></svg>\\n\\na <math><mrow><mi>x</mi></mrow></math>"),
            "");
  EXPECT_EQ(warnings("<svg><g></g></svg> <svg/> <T>"), "tag_not_shown /content/text");
  EXPECT_EQ(warnings("a vector<T>"), "tag_not_shown /content/text");
  EXPECT_EQ(
      warnings("<a-b>\\n\\n</a-b> <a-b> <c d=1> <e/> <f> <g>"),
      "tag_not_shown /content/text, tag_not_shown /content/text, tag_not_shown /content/text");
  const auto findings = check_content(Template::markdown, R"({"text":"Bearer <your-api-key>"})");
  ASSERT_TRUE(findings);
  EXPECT_EQ(findings->warnings.at(0).message,
            "<your-api-key> is not shown, as it is read as an HTML tag; put it between backquotes, "
            "or write \\< for <");
}

TEST(ContentFindings, TellThatLineBreaksWereEscapedTwice) {
  const auto of_document = [](const std::string& text) {
    return warnings_about(Template::markdown, R"({"text":")" + text + R"("})");
  };
  for (const char* const text :
       {R"(# T\\n\\nText)", R"(T\\n- a\\n- b)", R"(T\\n## U\n)", R"(\n# T\\n\\nText)",
        R"(Steps:\\n1. `a`\\n2. b)", R"(T\\r\\n\\r\\nU)", R"(T\\n```js\\nx\\n```)"})
    EXPECT_EQ(of_document(text), "escaped_line_breaks /content/text") << text;
  for (const char* const text :
       {R"(# T\n\nA line break is \\n\\n.)", R"(A line break is \\n)", R"(C:\\new\\name)",
        R"(# T\n)", R"(Write `\\n`.)", R"(`\\n\\n` ends a paragraph, and ``\\n- `` begins an item)",
        R"(C:\\src\\n-files)", R"(\\r\\n or \\n|\\r)"})
    EXPECT_EQ(of_document(text), "") << text;
  EXPECT_EQ(warnings_about(Template::table, R"({"csv":"a,b\\n1,2\\n3,4"})"),
            "escaped_line_breaks /content/csv");
  EXPECT_EQ(warnings_about(Template::table, R"({"csv":"a,b\\nc\n1,2"})"), "");
  EXPECT_EQ(warnings_about(Template::table, R"({"columns":["C:\\new"],"rows":[]})"), "");
}

TEST(ContentFindings, NameWhatATableDoesNotShowBesideItsRows) {
  const auto warnings = [](const std::string& members) {
    return warnings_about(Template::table,
                          R"({"columns":["a","b"],"rows":[["x",3]],)" + members + "}");
  };
  EXPECT_EQ(warnings(R"("footer":["Total",3],"totals":{"b":3},"caption":"x")"),
            "unused_member /content/footer, unused_member /content/totals, "
            "unused_member /content/caption");
  EXPECT_EQ(warnings(R"("index":["r1"])"), "unused_member /content/index");
  EXPECT_EQ(warnings(R"("footer":[],"totals":{},"caption":"","page":3,"own":true,"x":null)"), "");
  EXPECT_EQ(warnings(R"("type":"table","schema":{"a":1})"), "");
  EXPECT_EQ(warnings_about(Template::table, R"({"csv":"a\n1","title":"x"})"),
            "unused_member /content/title");
  EXPECT_EQ(
      warnings_about(Template::table, R"({"table":{"rows":[[1]],"footer":[2]},"caption":"x"})"),
      "unused_member /content/table/footer, unused_member /content/caption");
  // What is shown, or only counts the rows.
  for (
      const char* const content :
      {R"({"footer":["Total",3],"caption":["x","y"]})", R"({"table":{"footer":["Total",3]}})",
       R"({"columns":["a"],"index":[0],"data":[[1]],"index_names":["i"],"column_names":["c"]})",
       R"({"name":"cnt","index":["a"],"data":[2]})",
       R"({"meta":[{"name":"d","type":"Date"}],"data":[["x"]],"rows":1,"statistics":{"elapsed":1}})"})
    EXPECT_EQ(warnings_about(Template::table, content), "") << content;
  std::string many;
  for (int i = 0; i < 30; ++i) many += "\"m" + std::to_string(i) + "\":[1],";
  many.pop_back();
  const auto findings = check_content(Template::table, R"({"rows":[[1]],)" + many + "}");
  ASSERT_TRUE(findings);
  EXPECT_EQ(findings->warnings.size(), 20U);
  EXPECT_EQ(findings->warnings.front().message,
            "/content/m0 is not shown, as the page has columns and rows alone; add it to the rows");
}

TEST(ContentFindings, TellTheLineOfCsvThatHasMoreFieldsThanTheHeader) {
  const auto warnings = [](const std::string& csv, const std::string& columns = "[]") {
    const auto findings =
        check_content(Template::table, R"({"csv":")" + csv + R"(","columns":)" + columns + "}");
    if (!findings || findings->warnings.empty()) return std::string();
    EXPECT_EQ(findings->warnings.front().code, core::WarningCode::uneven_rows);
    return findings->warnings.front().message;
  };
  EXPECT_EQ(
      warnings(R"(a,b\n1,2\n1,2,3\nx)"),
      "/content/csv has 3 fields in line 3, but 2 in the first line, which names the columns");
  EXPECT_EQ(warnings(R"(Sales\na,b\n1,2)"),
            "/content/csv has 2 fields in line 2, but 1 in the first line, which is to have the "
            "names of all columns, and no title above them");
  EXPECT_EQ(warnings(R"(a,b\n1\n1,2)"), "");
  EXPECT_EQ(warnings(R"(a,b\n1,2,3)", R"(["x","y","z"])"), "");
}

TEST(ContentFindings, TellTheRowThatHasMoreCellsThanThereAreColumns) {
  const auto warnings = [](const std::string& content) {
    const auto findings = check_content(Template::table, content);
    return findings && !findings->warnings.empty() ? findings->warnings.front().message
                                                   : std::string();
  };
  EXPECT_EQ(warnings(R"({"columns":["a"],"rows":[[1],[1,2],[1,2,3]]})"),
            "/content/rows/1 has 2 cells, but the table has 1 column");
  EXPECT_EQ(warnings(R"({"columns":["a","b"],"rows":[[1],[1,2]]})"), "");
  EXPECT_EQ(warnings(R"({"rows":[[1],[1,2]]})"), "");
}

TEST(ContentFindings, TellThatNumbersOfPercentagesArePercentAlready) {
  const auto warnings = [](const std::string& rows, const std::string& format = "percent") {
    return warnings_about(Template::table, R"({"columns":[{"key":"a","format":")" + format +
                                               R"("}],"rows":)" + rows + "}");
  };
  EXPECT_EQ(warnings("[[12.5],[99]]"), "percent_above_one /content");
  EXPECT_EQ(warnings(R"([["12.5"],[-99],[0],[null]])"), "percent_above_one /content");
  EXPECT_EQ(warnings("[[12.5],[99]]", "number"), "");
  EXPECT_EQ(warnings("[[12.5],[0.9]]"), "");
  EXPECT_EQ(warnings("[[1.5],[1.2],[3]]"), "");
  EXPECT_EQ(warnings(R"([["12.5 %"],["99%"]])"), "");
  EXPECT_EQ(warnings("[[0],[null]]"), "");
  const auto findings = check_content(
      Template::table, R"({"columns":[{"key":"Share","format":"percent"}],"rows":[[12.5],[99]]})");
  ASSERT_TRUE(findings);
  EXPECT_EQ(findings->warnings.at(0).message,
            "the column \"Share\" shows 12.5 as 1,250%, as 1 is 100 %; divide its values by 100, "
            "or take the format number");
}

TEST(ContentFindings, TellThatATableHasNoRows) {
  EXPECT_EQ(warnings_about(Template::table, R"({"rows":[]})"), "content_empty /content");
  EXPECT_EQ(warnings_about(Template::table, R"({"columns":["a"],"rows":[]})"), "");
}

TEST(ContentFindings, NameFormatsOfColumnsThatAreUnknown) {
  const auto warnings = [](const std::string& column) {
    return warnings_about(Template::table,
                          R"({"columns":[{"key":"a",)" + column + R"(}],"rows":[{"a":1}]})");
  };
  EXPECT_EQ(warnings(R"("format":"percent","currency":"eur")"), "");
  EXPECT_EQ(warnings(R"("format":null,"currency":"")"), "");
  EXPECT_EQ(warnings(R"("format":"money")"), "unknown_format /content/columns/0/format");
  EXPECT_EQ(warnings(R"("currency":"EURO")"), "unknown_format /content/columns/0/currency");
  const auto findings = check_content(
      Template::table, R"({"columns":[{"key":"a","format":"money"}],"rows":[{"a":1}]})");
  ASSERT_TRUE(findings);
  EXPECT_EQ(findings->warnings.at(0).message,
            "/content/columns/0/format is no format; there are number, percent, currency, date, "
            "link, image and text; it was ignored");
}

TEST(ContentFindings, TellThatAChartTypeIsUnknown) {
  EXPECT_EQ(warnings_about(Template::chart, R"({"type":"sankey","data":[1,2]})"),
            "unknown_chart_type /content");
  EXPECT_EQ(warnings_about(Template::chart, R"({"data":[1,2]})"), "");
}

TEST(ContentFindings, NameKeysOfParsingThatNoObjectOfADatasetHas) {
  const auto warnings = [](const std::string& parsing) {
    return warnings_about(Template::chart, R"({"type":"bar","data":{"datasets":[{"data":[
      {"id":"a","sold":{"net":1}},null,{"id":"b"}]}]},"options":{"parsing":)" +
                                               parsing + "}}");
  };
  EXPECT_EQ(warnings(R"({"xAxisKey":"id","yAxisKey":"sold.net"})"), "");
  EXPECT_EQ(warnings(R"({"xAxisKey":"name","yAxisKey":"sold.net"})"), "unknown_key /content");
  EXPECT_EQ(warnings(R"({"xAxisKey":"id","yAxisKey":"sold.gross"})"),
            "content_empty /content, unknown_key /content");
}

TEST(ContentFindings, TellWhatThePageOfAVegaLiteSpecificationDoesNotHave) {
  const auto warnings = [](const std::string& members) {
    return warnings_about(Template::chart,
                          R"({"$schema":"https://vega.github.io/schema/vega-lite/v6.json",)"
                          R"("data":{"values":[{"a":1,"href":"x","mark":"image","bind":{}}]},)" +
                              members + "}");
  };
  EXPECT_EQ(warnings(R"("mark":"bar","params":[{"name":"p","value":1,"bind":{"input":"range"}},)"
                     R"({"name":"q","value":1,"bind":{"input":"range"}}])"),
            "unsupported_in_chart /content/params/0/bind");
  EXPECT_EQ(warnings(R"("layer":[{"mark":{"type":"image"}},{"mark":"bar",)"
                     R"("encoding":{"href":{"field":"a"}}}])"),
            "unsupported_in_chart /content/layer/0/mark, "
            "unsupported_in_chart /content/layer/1/encoding/href");
  EXPECT_EQ(warnings(R"("mark":"bar","params":[{"name":"p","select":"point","bind":"legend"},)"
                     R"({"name":"q","select":"interval","bind":"scales"},{"name":"r","value":3}])"),
            "");
}

TEST(ContentFindings, TellWhetherAPdfIsMade) {
  EXPECT_TRUE(makes_pdf(R"({"html":"<p>x"})"));
  EXPECT_TRUE(makes_pdf(R"({"text":"x"})"));
  EXPECT_FALSE(makes_pdf(R"({"url":"https://example.org/a.pdf"})"));
  EXPECT_FALSE(makes_pdf(R"({"data":"JVBERi0xLjc="})"));
  EXPECT_FALSE(makes_pdf("{}"));
}

}  // namespace
}  // namespace templates
