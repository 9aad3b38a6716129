#include "client/documents/recognition.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "client/command_line.h"
#include "client/documents/content.h"
#include "templates/documents/document_content.h"

namespace client {
namespace {

Format format_of(const std::string& name, const std::string& bytes) {
  return recognise({name, bytes});
}
Format format_of_input(const std::string& bytes) { return format_of("", bytes); }

constexpr Format kPdf{core::Template::pdf, "application/pdf"};
constexpr Format kHtml{core::Template::html, "text/html"};
constexpr Format kGif{core::Template::image, "image/gif"};

constexpr const char* kChart =
    R"({"type":"bar","data":{"labels":["a"],"datasets":[{"data":[1]}]}})";

TEST(Recognition, GoesByTheExtensionInAnyCase) {
  EXPECT_EQ(format_of("report.md", "x"), Format::markdown);
  EXPECT_EQ(format_of("REPORT.MD", "x"), Format::markdown);
  EXPECT_EQ(format_of("report.markdown", "x"), Format::markdown);
  EXPECT_EQ(format_of("table.csv", "a;b"), Format::csv);
  EXPECT_EQ(format_of("table.tsv", "a"), Format::tsv);
  EXPECT_EQ(format_of("page.html", "x"), kHtml);
  EXPECT_EQ(format_of("page.HTM", "x"), kHtml);
  for (const char* const name : {"main.cc", "script.py", "run.log", "a.b.rs", ".bashrc", "Makefile",
                                 "Dockerfile", "CMakeLists.txt"})
    EXPECT_EQ(format_of(name, "x"), Format::code) << name;
}

TEST(Recognition, GoesByTheContentWhereTheNameSaysNothing) {
  for (const char* const name : {"", "README", "notes.txt", "NOTES.TXT"}) {
    EXPECT_EQ(format_of(name, "# Title\n\nText."), Format::markdown) << name;
    EXPECT_EQ(format_of(name, kChart), Format::chart) << name;
    EXPECT_EQ(format_of(name, R"( [{"a":1}])"), Format::json_rows) << name;
    EXPECT_EQ(format_of(name, R"( {"name":"x"})"), Format::code) << name;
    EXPECT_EQ(format_of(name, "a\tb\n1\t2\n"), Format::tsv) << name;
    EXPECT_EQ(format_of(name, "\n<!DOCTYPE html><p>"), kHtml) << name;
    for (const char* const text :
         {"a,b\n1,2\n3,4\n", "<p>x", "#!/bin/sh\n", "{broken", "[x]: https://a.b", "a\tb\n",
          "a\tb\n1\n", "\ta\n\tb\n", "10:00 started\n10:01 ready\n"})
      EXPECT_EQ(format_of(name, text), Format::markdown) << name << ": " << text;
  }
}

TEST(Recognition, KnowsPdfFilesByTheirFirstBytes) {
  for (const char* const name : {"paper.pdf", "paper.md", "paper", ""})
    EXPECT_EQ(format_of(name, "%PDF-1.7\n\xff\xfe"), kPdf) << name;
  EXPECT_EQ(format_of("paper.pdf", "no PDF"), Format::code);
  for (const std::string& before : {std::string("\r\n"), std::string(1024, 'x')}) {
    EXPECT_EQ(format_of("scan", before + "%PDF-1.7\n\xff\xfe"), kPdf);
    EXPECT_EQ(format_of("plain.pdf", before + "%PDF-1.7\n"), kPdf);
    EXPECT_EQ(format_of("formats.md", before + "%PDF- begins a PDF"), Format::markdown);
  }
}

TEST(Recognition, RefusesWhatIsEmptyOrNotText) {
  EXPECT_THROW(format_of("a.md", ""), Failure);
  EXPECT_THROW(format_of_input(""), Failure);
  EXPECT_THROW(format_of("a.md", " \t\r\n\n"), Failure);
  EXPECT_THROW(format_of_input("\n"), Failure);
  EXPECT_THROW(format_of("a.md", std::string("a\0b", 3)), Failure);
  EXPECT_THROW(format_of("a.txt", "\xff\xfe"), Failure);
  EXPECT_THROW(format_of_input("\x89PNG"), Failure);
}

TEST(Recognition, KnowsChartsOfEveryDialect) {
  for (const char* const json : {
           kChart,
           R"({"chartType":"donut","labels":["a"],"values":[1]})",
           R"({"type":"line","series":[{"name":"a","data":[1]}]})",
           R"({"config":{"type":"pie","data":[{"label":"a","value":1}]}})",
           R"({"chart":{"type":"radar","datasets":[]}})",
           R"({"$schema":"https://vega.github.io/schema/vega-lite/v5.json","mark":"bar"})",
           R"({"mark":"bar","encoding":{},"data":{"values":[]}})",
           R"({"data":[{"type":"bar","x":["a"],"y":[1]}],"layout":{"title":{"text":"T"}}})",
       })
    EXPECT_EQ(format_of("a.json", json), Format::chart) << json;
}

TEST(Recognition, KnowsCellsThatSpreadsheetsCopy) {
  for (const std::string text :
       {"Name\tNote\r\nAnn\t\"line 1\nline 2\"\r\nBen\tok\r\n",
        "Region\tMonth\tSales\r\nNorth\tJan\t1\r\n\tFeb\t2\r\nSouth\tJan\t3\r\n",
        "Report 2026\t\t\r\nName\tQ1\tQ2\r\nA\t1\t2\r\n", "\tQ1\tQ2\nNorth\t1\t2\n",
        "a\tb\n\t\n1\t2\n", "a\t\"say \"\"hi\"\"\tnow\"\n1\t2\n", "\"two\nlines\"\tb\n1\t2\n"})
    EXPECT_EQ(format_of("", text), Format::tsv) << text;
  for (const std::string text : {"\tif (a)\n\treturn;\n", "all:\n\tgcc a.c\n\tgcc b.c\n",
                                 "- a\n\t- b\n", "a\tb\n", "\t\ta\n\t\tb\n"})
    EXPECT_EQ(format_of("", text), Format::markdown) << text;
}

TEST(Recognition, KnowsTablesInJson) {
  for (const char* const json : {
           R"({"columns":["a"],"rows":[[1]]})",
           R"({"headers":["a"],"data":[{"a":1}],"page":1})",
           R"({"records":[{"a":1}]})",
           R"({"csv":"a,b"})",
           // As pandas writes data frames.
           R"({"a":{"0":1,"1":2},"b":{"0":"x","1":null}})",
           R"({"a":{"0":1,"1":2}})",
           R"({"a":[1,2],"b":["x","y"]})",
           R"({"first":{"a":1,"b":"x"},"second":{"a":2,"b":"y"}})",
           R"({"name":["x","y"],"data":[1,2]})",
           R"({"schema":{"fields":[{"name":"a"}],"primaryKey":["a"]},"data":[{"a":1}]})",
       })
    EXPECT_EQ(format_of("a.json", json), Format::json_table) << json;
  EXPECT_EQ(format_of("a.json", R"([{"a":1},{"b":2}])"), Format::json_rows);
  EXPECT_EQ(format_of("a.json", R"([["a"],[1]])"), Format::json_rows);
  EXPECT_EQ(format_of("a.json", "[1,2]"), Format::json_rows);
  EXPECT_EQ(format_of("a.json", "[]"), Format::json_rows);
  EXPECT_EQ(format_of("a.jsonl", "{\"a\":1}\n\n{\"a\":2}\n"), Format::json_lines);
  EXPECT_EQ(format_of("a.ndjson", "{\"a\":1}"), Format::json_lines);
}

TEST(Recognition, ShowsOtherJsonAsCode) {
  for (const char* const json :
       {R"({"name":"x","type":"module"})", R"({"type":"bar"})", "3", "{broken",
        R"({"type":"object","data":{}})", R"({"mark":"x"})", R"({"a":[1,2],"b":[3]})",
        R"({"a":[],"b":[]})", R"({"a":[1,[2]],"b":[3,4]})", R"({"a":{"x":1},"b":{"y":1}})",
        R"({"a":[1],"b":{"0":1}})", R"({"name":"x","files":["a"],"keywords":["b"]})",
        R"({"dependencies":{"a":"1"},"devDependencies":{"b":"1"}})", R"({"a":[1,2]})",
        R"({"compilerOptions":{"strict":true}})", R"({"scripts":{"build":"x","test":"y"}})",
        R"({"columns":["a","b"],"rows":["x","y"]})"})
    EXPECT_EQ(format_of("a.json", json), Format::code) << json;
  EXPECT_EQ(format_of("a.jsonl", "{\"a\":1}\nbroken"), Format::code);
}

TEST(Recognition, TakesWhatIsAChartAndATableForOneIfATableLosesNothing) {
  EXPECT_EQ(format_of("a.json", R"({"labels":["a","b"],"values":[1,2]})"), Format::json_table);
  EXPECT_EQ(format_of("a.json", R"({"data":[{"a":"x","b":1}]})"), Format::json_table);
  EXPECT_EQ(format_of("a.json", R"({"data":[{"a":"x","b":1}],"items":[1]})"), Format::chart);
}

TEST(Recognition, FitsADocumentToANamedTemplate) {
  using core::Template;
  const Document markdown{"a.md", "# x"};
  EXPECT_EQ(format_for(markdown, Template::markdown), Format::markdown);
  EXPECT_EQ(format_for(markdown, Template::code), Format::code);
  EXPECT_EQ(format_for(markdown, Template::pdf), Format::markdown_pdf);
  EXPECT_EQ(format_for({"a.html", "<p>"}, Template::pdf), Format::html_pdf);
  EXPECT_EQ(format_for({"", "\n<!DOCTYPE html><p>"}, Template::pdf), Format::html_pdf);
  EXPECT_EQ(format_for({"a.md", "<html>"}, Template::pdf), Format::markdown_pdf);
  EXPECT_EQ(format_for({"a.txt", "<p>"}, Template::html), kHtml);
  EXPECT_EQ(format_for({"a.txt", "a\tb\n1\t2\n"}, Template::table), Format::tsv);
  EXPECT_EQ(format_for({"a.txt", "a;b"}, Template::table), Format::csv);
  EXPECT_EQ(format_for({"a.json", R"({"x":[{"a":1}]})"}, Template::table), Format::json_table);
  EXPECT_EQ(format_for({"a.json", R"({"kind":"bar"})"}, Template::chart), Format::chart);
  EXPECT_THROW(format_for(markdown, Template::chart), Failure);
  EXPECT_THROW(format_for({"a.json", "1"}, Template::table), Failure);
  const Document pdf{"a.pdf", "%PDF-1.7"};
  EXPECT_EQ(format_for(pdf, Template::pdf), kPdf);
  for (const Template other :
       {Template::markdown, Template::code, Template::chart, Template::table})
    EXPECT_THROW(format_for(pdf, other), Failure);
}

TEST(Recognition, TakesOnlyWhatMayBeATableForOne) {
  const auto table = [](const std::string& name, const std::string& bytes) {
    return format_for({name, bytes}, core::Template::table);
  };
  for (const char* const name : {"", "names", "names.txt", "NAMES.TXT", "names.dat", "run.log"}) {
    EXPECT_EQ(table(name, "name\nAnn\nBob\n"), Format::csv) << name;
    EXPECT_EQ(table(name, "a,b\n1,2\n"), Format::csv) << name;
    EXPECT_THROW(table(name, R"({"rows": [[NaN]]})"), Failure) << name;
    EXPECT_THROW(table(name, R"([{"a": NaN}])"), Failure) << name;
  }
  for (const char* const name :
       {"a.md", "a.py", "a.html", "a.json", "a.jsonl", "a.pdf", "a.yaml", "Makefile", "Dockerfile"})
    EXPECT_THROW(table(name, "name\nAnn\nBob\n"), Failure) << name;
  // Whatever its name, this is a table.
  EXPECT_EQ(table("a.ssv", "a\tb\n1\t2\n"), Format::tsv);
  EXPECT_EQ(table("a.md", R"([{"a":1}])"), Format::json_rows);
}

TEST(Recognition, TakesNoChartForATableAndNoTableForAChart) {
  using core::Template;
  EXPECT_THROW(format_for({"a.json", kChart}, Template::table), Failure);
  EXPECT_THROW(format_for({"", kChart}, Template::table), Failure);
  EXPECT_THROW(format_for({"a.json", R"({"columns":["a"],"rows":[[1]]})"}, Template::chart),
               Failure);
  EXPECT_THROW(format_for({"a.json", R"({"csv":"a,b"})"}, Template::chart), Failure);
  // A figure of Plotly without a layout.
  EXPECT_EQ(format_for({"a.json", R"({"data":[{"x":[1],"y":[2]}]})"}, Template::chart),
            Format::chart);
}

TEST(Recognition, TakesValuesByColumnForAChartWhereThatIsWanted) {
  using core::Template;
  const Document values{"a.json", R"({"labels":["a","b"],"values":[1,2]})"};
  EXPECT_EQ(recognise(values), Format::json_table);
  EXPECT_EQ(format_for(values, Template::chart), Format::chart);
  EXPECT_EQ(format_replacing(values, Template::chart), Format::chart);
}

TEST(Recognition, ReplacesTextWithTextOnly) {
  using core::Template;
  const std::string csv = "a,b\n1,2\n3,4\n";
  for (const Template text : {Template::markdown, Template::code, Template::pdf}) {
    for (const Document& document :
         {Document{"a.csv", csv}, Document{"a.tsv", "a\tb\n"}, Document{"a.json", R"([{"a":1}])"},
          Document{"a.json", kChart}, Document{"", "a\tb\n1\t2\n"}})
      EXPECT_THROW(format_replacing(document, text), Failure) << document.bytes;
    for (const char* const name : {"a.md", "a.txt", "a.py", "README"})
      EXPECT_NO_THROW(format_replacing({name, "x"}, text)) << name;
    EXPECT_NO_THROW(format_for({"a.csv", csv}, text));
  }
  EXPECT_THROW(format_replacing({"a.html", "<p>"}, Template::markdown), Failure);
  EXPECT_EQ(format_replacing({"a.html", "<p>"}, Template::pdf), Format::html_pdf);
  EXPECT_THROW(format_replacing({"a.pdf", "%PDF-1.7"}, Template::markdown), Failure);
  EXPECT_EQ(format_replacing({"a.csv", csv}, Template::table), Format::csv);
  EXPECT_EQ(format_replacing({"a.txt", csv}, Template::table), Format::csv);
}

TEST(Recognition, KnowsFilesOfJsonThatAreNotValid) {
  EXPECT_TRUE(templates::problem_of_json_file({"a.json", R"([{"a":1},)"}).has_value());
  EXPECT_TRUE(templates::problem_of_json_file({"a.jsonl", "{\"a\":1}\n{\"a\":"}).has_value());
  EXPECT_TRUE(templates::problem_of_json_file({"A.NDJSON", "{\"a\":"}).has_value());
  EXPECT_FALSE(templates::problem_of_json_file({"a.json", "[1,2]"}).has_value());
  EXPECT_FALSE(templates::problem_of_json_file({"a.json", "{\"a\":1}\n{\"a\":2}\n"}).has_value());
  EXPECT_FALSE(templates::problem_of_json_file({"a.jsonl", "[1]\r\n\r\n2\n"}).has_value());
  EXPECT_FALSE(templates::problem_of_json_file({"a.txt", "{"}).has_value());
  EXPECT_FALSE(templates::problem_of_json_file({"", "{"}).has_value());
}

TEST(Recognition, SaysWhereJsonIsNotValid) {
  EXPECT_EQ(templates::problem_of_json_file({"nan.json", R"([{"a": NaN}])"}),
            "Invalid value. (at byte 7); JSON has no NaN or Infinity: send null");
  EXPECT_EQ(templates::problem_of_json_file({"nan.jsonl", "{\"a\":1}\n\n{\"a\": NaN}\n"}),
            "line 3: Invalid value. (at byte 6); JSON has no NaN or Infinity: send null");
}

TEST(Recognition, NamesTheLikelyEncodingOfText) {
  const auto problem = [](const std::string& name, const std::string& bytes) -> std::string {
    try {
      format_of(name, bytes);
      return "none";
    } catch (const Failure& failure) {
      return failure.what();
    }
  };
  const auto advice = [](const std::string& encoding) {
    return "a.csv is neither text in UTF-8 nor a PDF or picture; it may be text in " + encoding +
           ": try iconv -f " + encoding + " -t UTF-8";
  };
  using std::string_literals::operator""s;
  EXPECT_EQ(problem("a.csv", "caf\xe9;1\r\n"), advice("ISO-8859-1"));
  EXPECT_EQ(problem("a.csv", "5 \x80;1\r\n"), advice("WINDOWS-1252"));
  EXPECT_EQ(problem("a.csv",
                    "\xff\xfe"
                    "a\0;\0b\0"s),
            advice("UTF-16"));
  EXPECT_EQ(problem("a.csv", "\xfe\xff\0a\0;\0b"s), advice("UTF-16"));
  EXPECT_EQ(problem("a.csv", "a\0;\0b\0\r\0\n\0"s), advice("UTF-16LE"));
  EXPECT_EQ(problem("a.csv", "\0a\0;\0b\0\r\0\n"s), advice("UTF-16BE"));
  EXPECT_EQ(problem("a.heic",
                    "\0\0\0\x18"
                    "ftypheic"s),
            "a.heic is a picture of a type that browsers do not show; save it as PNG or JPEG");
  EXPECT_EQ(
      problem("", "caf\xe9"),
      "standard input is neither text in UTF-8 nor a PDF or picture; it may be text in ISO-8859-1: "
      "try iconv -f ISO-8859-1 -t UTF-8");
}

TEST(Recognition, TakesPicturesByTheirBytes) {
  const std::string svg = "<svg xmlns='http://www.w3.org/2000/svg'/>";
  EXPECT_EQ(format_of("a.bin", "GIF89a"), kGif);
  EXPECT_EQ(format_of("a.svg", svg).media_type, "image/svg+xml");
  EXPECT_EQ(format_of("", svg).media_type, "image/svg+xml");
  // Whoever names it otherwise wants to see its source.
  EXPECT_EQ(format_of("a.xml", svg), Format::code);
  EXPECT_EQ(format_for({"a.svg", svg}, core::Template::code), Format::code);
  EXPECT_THROW(format_for({"a.gif", "GIF89a\xff"}, core::Template::markdown), Failure);
  EXPECT_EQ(templates::content_of({"a.gif", "GIF", {}, "A dot"}, kGif),
            R"({"filename":"a.gif","alt":"A dot","data":"R0lG"})");
}

TEST(Recognition, SaysWhyADocumentDoesNotFit) {
  const auto problem = [](const std::string& name, const std::string& bytes,
                          core::Template wanted) -> std::string {
    try {
      format_for({name, bytes}, wanted);
      return "none";
    } catch (const Failure& failure) {
      return failure.what();
    }
  };
  using core::Template;
  EXPECT_EQ(problem("a.md", "# x", Template::table),
            "a.md cannot be shown with the template table: it is Markdown");
  EXPECT_EQ(problem("a.py", "x = 1\n", Template::table),
            "a.py cannot be shown with the template table: it is code");
  EXPECT_EQ(problem("c.json", kChart, Template::table),
            "c.json cannot be shown with the template table: it is a chart");
  EXPECT_EQ(problem("c.json", "{broken", Template::chart),
            "c.json cannot be shown with the template chart: it is not valid JSON: "
            "Missing a name for object member. (at byte 1)");
  EXPECT_EQ(problem("", R"({"rows": [[NaN]]})", Template::table),
            "standard input cannot be shown with the template table: it is not valid JSON: "
            "Invalid value. (at byte 11); JSON has no NaN or Infinity: send null");
  EXPECT_EQ(
      problem("a.csv", "a,b\n1,2\n", Template::chart),
      "a.csv cannot be shown with the template chart: it is a table; a chart is JSON with type "
      "and data");
  const auto line_of = [](const std::string& name, const std::string& text) {
    return templates::format_shown_by(Template::chart, {name, text}).error().line;
  };
  EXPECT_EQ(line_of("c.json", "{\"a\":\n\n,"), 3);
  EXPECT_EQ(line_of("c.jsonl", "{}\n\n{\"a\": NaN}\n{}\n"), 3);
  EXPECT_EQ(line_of("a.csv", "a,b\n1,2\n"), std::nullopt);
}

TEST(Content, LeavesJsonAsItIsWritten) {
  EXPECT_EQ(templates::content_of({"a.json", R"({"rows": [[1.50, 1e400]]})"}, Format::json_table),
            R"({"rows": [[1.50, 1e400]]})");
  EXPECT_EQ(templates::content_of({"a.json", R"([{"a": 1.50}])"}, Format::json_rows),
            R"({"rows":[{"a": 1.50}]})");
  EXPECT_EQ(templates::content_of({"a.json", R"([["a"],[2.0],[3]])"}, Format::json_rows),
            R"({"columns":["a"],"rows":[[2.0],[3]]})");
  EXPECT_EQ(templates::content_of({"a.json", "[[1],[2]]"}, Format::json_rows),
            R"({"rows":[[1],[2]]})");
}

TEST(Content, TurnsTabsIntoCommas) {
  const auto csv = [](const std::string& tsv) {
    return templates::content_of({"", tsv}, Format::tsv);
  };
  EXPECT_EQ(csv("a\tb\r\n1,5\t\"2\"\n"), R"({"csv":"a,b\r\n\"1,5\",2\r\n"})");
  EXPECT_EQ(csv("\"a\tb\"\t\"say \"\"x\"\"\"\n"), R"({"csv":"\"a\tb\",\"say \"\"x\"\"\"\r\n"})");
  EXPECT_EQ(csv("5\" disk\t\"open\t3\n\n"), R"({"csv":"\"5\"\" disk\",\"\"\"open\",3\r\n"})");
  EXPECT_EQ(csv("\t\n"), R"({"csv":",\r\n"})");
}

TEST(Content, NamesFilesAndLanguages) {
  EXPECT_EQ(templates::content_of({"a.py", "x"}, Format::code),
            R"({"text":"x","filename":"a.py"})");
  EXPECT_EQ(templates::content_of({"Dockerfile", "x"}, Format::code),
            R"({"text":"x","language":"dockerfile","filename":"Dockerfile"})");
  EXPECT_EQ(templates::content_of({"run", "#!/usr/bin/env bash\n"}, Format::code),
            R"({"text":"#!/usr/bin/env bash\n","language":"bash","filename":"run"})");
  EXPECT_EQ(templates::content_of({"", R"({"a":1})"}, Format::code),
            R"({"text":"{\"a\":1}","language":"json"})");
  EXPECT_EQ(templates::content_of({"a.html", "x"}, kHtml), R"({"html":"x"})");
  EXPECT_EQ(templates::content_of({"a.html", "x"}, Format::html_pdf),
            R"({"filename":"a.pdf","html":"x"})");
}

std::string pdf_content_of(const Document& document) {
  return templates::content_of(document, format_for(document, core::Template::pdf));
}

TEST(Content, MakesPdfsOfCodeAndLogsAsCode) {
  EXPECT_EQ(pdf_content_of({"q.py", "def f(a_b):\n    return __x__\n"}),
            R"({"filename":"q.pdf","markdown":"```py\ndef f(a_b):\n    return __x__\n```\n"})");
  EXPECT_EQ(pdf_content_of({"run.log", "a\nb *c*"}),
            R"({"filename":"run.pdf","markdown":"```log\na\nb *c*\n```\n"})");
  EXPECT_EQ(pdf_content_of({"Makefile", "all:\n"}),
            R"({"filename":"Makefile.pdf","markdown":"```makefile\nall:\n```\n"})");
  EXPECT_EQ(pdf_content_of({"a.rs", "```\n"}),
            R"({"filename":"a.pdf","markdown":"````rs\n```\n````\n"})");
  EXPECT_EQ(pdf_content_of({"a.json", R"({"a":1})"}),
            R"({"filename":"a.pdf","markdown":"```json\n{\"a\":1}\n```\n"})");
  EXPECT_EQ(pdf_content_of({"", R"({"a":1})"}), R"({"markdown":"```json\n{\"a\":1}\n```\n"})");
}

TEST(Content, MakesPdfsOfMarkdownAsItIs) {
  EXPECT_EQ(pdf_content_of({"a.md", "a *b*\n"}), R"({"filename":"a.pdf","markdown":"a *b*\n"})");
  EXPECT_EQ(pdf_content_of({"", "Text.\n"}), R"({"markdown":"Text.\n"})");
  EXPECT_EQ(pdf_content_of({"a.txt", "# A\n\nText\n"}),
            R"({"filename":"a.pdf","markdown":"# A\n\nText\n"})");
}

TEST(Content, MakesPdfsOfTablesAsTables) {
  EXPECT_EQ(pdf_content_of({"df.csv", "a,b_c_\n1,x|*y*\n\"2\n3\"\n"}),
            R"({"filename":"df.pdf",)"
            R"("markdown":"| a | b\\_c\\_ |\n| --- | --- |\n| 1 | x\\|\\*y\\* |\n| 2 3 |  |\n"})");
  EXPECT_EQ(pdf_content_of({"df.tsv", "a\tb\n1\t&lt;\n"}),
            R"({"filename":"df.pdf","markdown":"| a | b |\n| --- | --- |\n| 1 | \\&lt; |\n"})");
  EXPECT_EQ(
      pdf_content_of({"r.json", R"([{"a":1.50,"b":"x"},{"c":[1],"a":null}])"}),
      R"({"filename":"r.pdf",)"
      R"("markdown":"| a | b | c |\n| --- | --- | --- |\n| 1.50 | x |  |\n|  |  | \\[1\\] |\n"})");
  EXPECT_EQ(pdf_content_of({"r.jsonl", "{\"a\":1}\n{\"a\":true}\n"}),
            R"({"filename":"r.pdf","markdown":"| a |\n| --- |\n| 1 |\n| true |\n"})");
  EXPECT_EQ(pdf_content_of({"r.json", R"([["a"],[1]])"}),
            R"({"filename":"r.pdf","markdown":"| a |\n| --- |\n| 1 |\n"})");
  EXPECT_EQ(pdf_content_of({"r.json", R"([["a","b"],["c"]])"}),
            R"({"filename":"r.pdf",)"
            R"("markdown":"| Column 1 | Column 2 |\n| --- | --- |\n| a | b |\n| c |  |\n"})");
}

TEST(Content, ReplacesMarkdownWithCodeInACodeBlock) {
  const auto replacing = [](const Document& document) {
    return templates::content_of(document, format_replacing(document, core::Template::markdown));
  };
  EXPECT_EQ(replacing({"c.yaml", "a:\n  - b\n"}), R"({"text":"```yaml\na:\n  - b\n```\n"})");
  EXPECT_EQ(replacing({"", R"({"a":1})"}), R"({"text":"```json\n{\"a\":1}\n```\n"})");
  EXPECT_EQ(replacing({"a.txt", "# A\n"}), R"({"text":"# A\n"})");
  EXPECT_EQ(replacing({"", "A\n"}), R"({"text":"A\n"})");
  // Where the template is named, the text goes in as it is.
  const Document named{"c.yaml", "- a\n"};
  EXPECT_EQ(templates::content_of(named, format_for(named, core::Template::markdown)),
            R"({"text":"- a\n"})");
}

TEST(Content, TakesTheFirstRowForTheHeaderWhereItDiffersFromTheOthers) {
  const auto rows = [](const std::string& json) {
    return templates::content_of({"a.json", json}, Format::json_rows);
  };
  for (const char* const json :
       {R"([["Oslo","NO"],["Rome","IT"],["Bonn","DE"]])", R"([["a"],[null]])",
        R"([["a",1],["b",2]])", R"([["a"]])", R"([[],[1]])", R"([["a"],[["b"]]])"})
    EXPECT_EQ(rows(json), R"({"rows":)" + std::string(json) + "}");
  EXPECT_EQ(rows(R"([["city","n"],["Oslo",null],["Rome",2]])"),
            R"({"columns":["city","n"],"rows":[["Oslo",null],["Rome",2]]})");
  EXPECT_EQ(rows(R"([["a"],[true]])"), R"({"columns":["a"],"rows":[[true]]})");
}

TEST(Content, SendsRecordsAsTheDataOfAChart) {
  for (const auto& [name, text] : std::vector<std::pair<std::string, std::string>>{
           {"rec.json", R"([{"x":"a","y":1.0},{"x":"b","y":2}])"},
           {"rec.jsonl", "{\"x\":\"a\",\"y\":1.0}\n{\"x\":\"b\",\"y\":2}\n"}}) {
    const Document document{name, text};
    const Format format = format_for(document, core::Template::chart);
    EXPECT_EQ(format.shown_by, core::Template::chart);
    EXPECT_EQ(templates::content_of(document, format),
              name == "rec.json" ? R"({"data":)" + text + "}"
                                 : R"({"data":[{"x":"a","y":1.0},{"x":"b","y":2}]})");
  }
  EXPECT_THROW(format_for({"a.json", "[[1,2],[3,4]]"}, core::Template::chart), Failure);
}

std::string document_in(core::Template shown_by, const std::string& content) {
  return document_of(shown_by, core::JsonTree::parse(content)->root());
}

TEST(Content, GivesBackTheDocument) {
  using core::Template;
  EXPECT_EQ(document_in(Template::markdown, R"({"md":"# \u00fc"})"), "# ü");
  EXPECT_EQ(document_in(Template::code, R"({"source":"x"})"), "x");
  EXPECT_EQ(document_in(Template::table, R"({"csv":"a,b"})"), "a,b");
  EXPECT_EQ(document_in(Template::table, R"({"rows":[[1.0]]})"), "{\"rows\":[[1.0]]}\n");
  EXPECT_EQ(document_in(Template::chart, R"({"type":"bar"})"), "{\"type\":\"bar\"}\n");
  EXPECT_EQ(document_in(Template::pdf, R"({"data":"data:application/pdf;base64,JVBERi0="})"),
            "%PDF-");
  EXPECT_EQ(document_in(Template::pdf, R"({"base64":"JVBE\nRi0="})"), "%PDF-");
  EXPECT_EQ(document_in(Template::pdf, R"({"pdf":"JVBERi0_"})"), "%PDF-?");
  EXPECT_EQ(document_in(Template::pdf, R"({"file":"Data:;base64, JVBERi0"})"), "%PDF-");
  EXPECT_EQ(document_in(Template::pdf, R"({"url":"https://x"})"), "https://x");
  EXPECT_EQ(document_in(Template::markdown, R"({"other":1})"), "{\"other\":1}\n");
}

TEST(Content, DoesNotGiveJsonForAPdfFileThatCannotBeDecoded) {
  for (const char* const content : {R"({"data":"JVB!"})", R"({"data":"data:application/pdf,x"})"})
    EXPECT_THROW(document_in(core::Template::pdf, content), Failure) << content;
}

}  // namespace
}  // namespace client
