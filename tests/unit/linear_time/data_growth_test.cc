// Every construct of the content of tables, charts in all dialects, code and PDF files takes linear
// time.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "content_works.h"
#include "core/text/json_writer.h"
#include "growth.h"

namespace tests {
namespace {

using core::Template;

class DataGrowth : public testing::TestWithParam<Growth> {};

TEST_P(DataGrowth, TakesLinearTime) { expect_linear_time(GetParam()); }

std::string parameter_name(const testing::TestParamInfo<Growth>& info) {
  return name_of(info.param);
}

std::vector<Growth> in(Template id, const std::vector<Construct>& contents) {
  std::vector<Growth> all;
  for (const Construct& content : contents) all.push_back({content, works_on(id)});
  return all;
}

// A text as a member of the content.
Construct text(std::string_view member, Construct construct) {
  construct.text = [member, text = std::move(construct.text)](std::size_t bytes) {
    core::JsonWriter json;
    json.begin_object().member(member, text(bytes)).end_object();
    return json.text();
  };
  return construct;
}

const std::vector<Construct> kTables{
    many("rows of lists", R"({"rows":[[0,"a"])", R"(,[{i},"a"])", "]}"),
    many("rows of objects", R"({"rows":[{"a":0})", R"(,{"a":{i},"b":"c"})", "]}"),
    many("rows alone", R"([{"a":0})", R"(,{"a":{i},"b":"c"})", "]"),
    many("rows with members of their own", R"({"rows":[{"a":0})", R"(,{"a{i}":{i}})", "]}"),
    many("a row of many members", R"({"rows":[{"a":0)", R"(,"a{i}":1)", "}]}"),
    many("a row of many values", R"({"rows":[[1)", ",1", "]]}"),
    pairs("rows of the same and other members", R"({"rows":[{"a":0)", R"(,"a{i}":1)", "}",
          R"(,{"a{n-i}":1})", "]}"),
    many("empty rows", R"({"rows":[[1])", ",[]", "]}"),
    many("columns without rows", R"({"rows":[[1]],"columns":["a")", R"(,"a{i}")", "]}"),
    many("columns that are described", R"({"rows":[{"a0":1}],"columns":["a")",
         R"(,{"key":"a{i}","label":"b{i}","format":"number"})", "]}"),
    many("columns of the same name", R"({"rows":[[1]],"columns":["a")", R"(,"a")", "]}"),
    pairs("columns with rows by name", R"({"columns":["a")", R"(,"a{i}")", R"(],"rows":[{"a":1)",
          R"(,"a{n-i}":1)", "}]}"),
    many("formats by name", R"({"rows":[{"a0":1}],"formats":{"a":"number")", R"(,"a{i}":"number")",
         "}}"),
    many("a list in a cell", R"({"rows":[[[1)", ",1", "]]]}"),
    many("an object in a cell", R"({"rows":[[{"a":1)", R"(,"a{i}":1)", "}]]}"),
    pairs("values by column", R"({"a":[1)", ",1", R"(],"b":[1)", ",2", "]}"),
    many("columns by name", R"({"a":[1])", R"(,"a{i}":[1])", "}"),
    many("values by column and index", R"({"a":{"0":1)", R"(,"{i+1}":1)", "}}"),
    pairs("two columns by index", R"({"a":{"x":1)", R"(,"x{i}":1)", R"(},"b":{"x":1)",
          R"(,"x{n-i}":1)", "}}"),
    pairs("a frame that is split", R"({"columns":["a"],"index":[0)", ",{i}", R"(],"data":[[0])",
          ",[{i}]", "]}"),
    many("a frame with a schema", R"({"schema":{"fields":[{"name":"a"}]},"data":[{"a":1})",
         R"(,{"a":{i}})", "]}"),
    many("fields of a schema", R"({"data":[{"a":1}],"schema":{"fields":[{"name":"a"})",
         R"(,{"name":"a{i}","type":"integer"})", "]}}"),
    many("numbers", R"({"rows":[["1.000,50"])", R"(,["1.{i%10}00,50"])", "]}"),
    many("grouped numbers", R"({"rows":[["1'000"])", R"(,["1'{i%10}00'000"])", "]}"),
    many("numbers that contradict each other", R"({"rows":[["1.234,50"],["1,234.50"])",
         R"(,["1.23{i%10},50"])", "]}"),
    text("csv", many("a long number", "a,b\n", "1,234", "\n")),
    text("csv", many("digits of a number", "a\n", "1", "\n")),
    many("dates", R"({"columns":["date"],"rows":[["1.12.2023"])", R"(,["{i%10}.12.2023"])", "]}"),
    many("dates by a format", R"({"columns":[{"key":"a","format":"date"}],"rows":[[""])",
         R"(,["2026-01-02T03:04:05Z"])", "]}"),
    many("links by a format", R"({"columns":[{"key":"a","format":"link"}],"rows":[[""])",
         R"(,["https://a.example/b"])", "]}"),
    many("cells of several lines", R"({"rows":[["a)", R"(\na)", R"("]]})"),
    text("csv", many("rows in CSV", "a,b\n", "1,2\n", "")),
    text("csv", many("one row in CSV", "a,")),
    text("csv", many("rows of one more field each", "a\n", "1,\n", "")),
    text("csv", many("quotation marks in CSV", "a\n", "\"b\"\"\"\n", "")),
    text("csv", many("open quotation marks in CSV", "a\n", "\"b\n", "")),
    text("csv", many("rows of quotation marks in CSV", "a\n", "\"\"", "")),
    text("csv", many("different separators in CSV", "a;b,c\td|e\n")),
    text("csv", many("line breaks in CSV", "a\n1", "\r\n", "2")),
    text("csv", many("names of columns in CSV", "a", ",a", "\n1\n")),
    text("csv", many("formulas in CSV", "a\n", "=1\n", "")),
    {"a table of a document",
     text("csv", many("", "a,b\n", "x{i},https://a.example/b{i}\n", "")).text},
};

constexpr std::string_view kVegaLite =
    R"({"$schema":"https://vega.github.io/schema/vega-lite/v5.json","mark":"bar",)";

const std::vector<Construct> kCharts{
    many("points", R"({"type":"line","data":{"labels":["a"],"datasets":[{"label":"a","data":[1)",
         ",{i%10}", "]}]}}"),
    many("points of two values", R"({"type":"scatter","data":{"datasets":[{"data":[{"x":1,"y":1})",
         R"(,{"x":{i%10},"y":1})", "]}]}}"),
    pairs("labels", R"({"type":"bar","data":{"labels":["a")", R"(,"a{i}")",
          R"(],"datasets":[{"data":[1)", ",1", "]}]}}"),
    pairs("labels of the same text", R"({"type":"bar","data":{"labels":["a")", R"(,"a")",
          R"(],"datasets":[{"data":[1)", ",1", "]}]}}"),
    pairs("labels that are dates", R"({"type":"line","data":{"labels":["2026-01-01")",
          R"(,"2026-01-1{i%10}")", R"(],"datasets":[{"data":[1)", ",1", "]}]}}"),
    pairs("labels that are days first", R"({"type":"line","data":{"labels":["31.12.2023")",
          R"(,"1{i%10}.12.2023")", R"(],"datasets":[{"data":[1)", ",1", "]}]}}"),
    many("times that cannot be read",
         R"({"type":"line","options":{"scales":{"x":{"type":"time","time":{"parser":"d MMM y"}}}},
             "data":{"datasets":[{"data":[{"x":"1 Jan 2026","y":1})",
         R"(,{"x":"1 Jan or {i}","y":1})", "]}]}}"),
    many("labels of points", R"({"type":"line","data":{"datasets":[{"data":[{"x":"a","y":1})",
         R"(,{"x":"a{i}","y":1})", "]}]}}"),
    pairs("labels of points in each other's order",
          R"({"type":"line","data":{"datasets":[{"data":[{"x":"a","y":1})",
          R"(,{"x":"a{i}","y":1})", R"(]},{"data":[{"x":"a","y":1})", R"(,{"x":"a{n-i}","y":1})",
          "]}]}}"),
    many("labels of each series' own",
         R"({"type":"line","data":{"datasets":[{"data":[{"x":"a","y":1}]})",
         R"(,{"label":"b{i}","data":[{"x":"a{i}","y":1},{"x":"b{i}","y":1}]})", "]}}"),
    many("series", R"({"type":"bar","data":{"labels":["a"],"datasets":[{"data":[1]})",
         R"(,{"label":"a{i}","data":[1]})", "]}}"),
    many("series of the same name",
         R"({"type":"bar","data":{"labels":["a"],"datasets":[{"data":[1]})",
         R"(,{"label":"a","data":[1]})", "]}}"),
    many("colours",
         R"({"type":"bar","data":{"labels":["a"],"datasets":[{"data":[1],"backgroundColor":["red")",
         R"(,"#ff0000")", "]}]}}"),
    many("members that are not drawn",
         R"({"type":"bar","data":{"labels":["a"],"datasets":[{"data":[1]}]},"options":{"a":1)",
         R"(,"a{i}":1)", "}}"),
    many("members of a point that are not drawn",
         R"({"type":"scatter","data":{"datasets":[{"data":[{"x":1,"y":1)", R"(,"a{i}":1)",
         "}]}]}}"),
    many("members of points that are not drawn",
         R"({"type":"scatter","data":{"datasets":[{"data":[{"x":1,"y":1})",
         R"(,{"x":1,"y":1,"a{i}":1})", "]}]}}"),
    many(
        "axes",
        R"({"type":"bar","data":{"labels":["a"],"datasets":[{"data":[1]}]},"options":{"scales":{"y":{})",
        R"(,"y{i}":{"position":"right"})", "}}}"),
    pairs("series of axes of their own",
          R"({"type":"bar","data":{"labels":["a"],"datasets":[{"data":[1]})",
          R"(,{"yAxisID":"y{n-i}","data":[1]})", R"(]},"options":{"scales":{"y":{})",
          R"(,"y{i}":{"position":"right"})", "}}}"),
    many("records", R"({"type":"bar","data":[{"a":"b","c":1})", R"(,{"a":"b{i}","c":1})", "]}"),
    many("records with members of their own", R"({"type":"bar","data":[{"a":"b","c":1})",
         R"(,{"a":"b{i}","c{i}":1})", "]}"),
    many("a record of many members", R"({"type":"bar","data":[{"a":"b")", R"(,"c{i}":1)", "}]}"),
    many("records in long form",
         R"({"type":"line","x":"a","y":"c","series":"s","data":[{"a":"0","s":"t","c":1})",
         R"(,{"a":"{i/4}","s":"t{i%4}","c":1})", "]}"),
    many("records of series of their own",
         R"({"type":"line","x":"a","y":"c","series":"s","data":[{"a":"0","s":"t","c":1})",
         R"(,{"a":"{i/4}","s":"t{i}","c":1})", "]}"),
    many("values by name", R"({"type":"bar","data":{"a":1)", R"(,"a{i}":1)", "}}"),
    many("traces of Plotly", R"({"data":[{"type":"scatter","y":[1,2]})",
         R"(,{"type":"scatter","y":[1,2]})", "]}"),
    pairs("points of Plotly", R"({"data":[{"type":"scatter","x":[0)", ",{i%10}", R"(],"y":[1)",
          ",{i%10}", "]}]}"),
    pairs("categories of Plotly", R"({"data":[{"type":"bar","x":["a")", R"(,"a{i}")", R"(],"y":[1)",
          ",1", "]}]}"),
    pairs("categories of two traces of Plotly", R"({"data":[{"type":"bar","x":["a")", R"(,"a{i}")",
          R"(],"y":[1,2]},{"type":"bar","x":["a")", R"(,"a{n-i}")", R"(],"y":[1,2]}]})"),
    pairs("slices of Plotly of the same name", R"({"data":[{"type":"pie","labels":["a")", R"(,"a")",
          R"(],"values":[1)", ",1", "]}]}"),
    pairs("slices of Plotly", R"({"data":[{"type":"pie","labels":["a")", R"(,"a{i}")",
          R"(],"values":[1)", ",1", "]}]}"),
    many("members of a layout of Plotly",
         R"({"data":[{"type":"bar","x":["a"],"y":[1]}],"layout":{"a":1)", R"(,"a{i}":1)", "}}"),
    many("axes of Plotly", R"({"data":[{"type":"bar","x":["a"],"y":[1]}],"layout":{"yaxis":{})",
         R"(,"yaxis{i+2}":{"title":"a"})", "}}"),
    many("texts of Plotly with tags", R"({"data":[{"y":[1],"name":"a)", "<b>a</b>", R"("}]})"),
    many("annotations of Plotly",
         R"({"data":[{"type":"bar","x":["a"],"y":[1]}],"layout":{"annotations":[{"text":"a"})",
         R"(,{"text":"a{i}","x":"a","y":1})", "]}}"),
    many(
        "values of Vega-Lite",
        std::string(kVegaLite) +
            R"("encoding":{"x":{"field":"a"},"y":{"field":"c"}},"data":{"values":[{"a":"b","c":1})",
        R"(,{"a":"b{i}","c":1})", "]}}"),
    many("series of Vega-Lite",
         std::string(kVegaLite) +
             R"("encoding":{"x":{"field":"a"},"y":{"field":"c"},"color":{"field":"s"}},)" +
             R"("data":{"values":[{"a":"b","c":1})",
         R"(,{"a":"b","s":"t{i}","c":1})", "]}}"),
    many("layers of Vega-Lite",
         std::string(kVegaLite) + R"("encoding":{"x":{"field":"a"},"y":{"field":"c"}},)" +
             R"("data":{"values":[{"a":"b","c":1}]},"layer":[{"mark":"bar"})",
         R"(,{"mark":"line"})", "]}"),
    pairs("points of ECharts", R"({"yAxis":{},"xAxis":{"type":"category","data":["a")",
          R"(,"a{i}")", R"(]},"series":[{"type":"bar","data":[1)", ",1", "]}]}"),
    many("series of ECharts", R"({"yAxis":{},"xAxis":{"data":["a"]},"series":[{"data":[1]})",
         R"(,{"type":"bar","data":[1]})", "]}"),
    many("axes of ECharts",
         R"({"xAxis":{"data":["a"]},"series":[{"type":"bar","data":[1]}],"yAxis":[{})",
         R"(,{"position":"right"})", "]}"),
    many("a data set of ECharts",
         R"({"xAxis":{},"yAxis":{},"series":[{"type":"bar"}],"dataset":{"source":[["a","b"])",
         R"(,["a{i}",1])", "]}}"),
    many("members of ECharts that are not drawn",
         R"({"xAxis":{"data":["a"]},"yAxis":{},"series":[{"type":"bar","data":[1]}],"a":1)",
         R"(,"a{i}":1)", "}"),
    pairs("points of Highcharts", R"({"chart":{"type":"column"},"xAxis":{"categories":["a")",
          R"(,"a{i}")", R"(]},"series":[{"name":"a","data":[1)", ",1", "]}]}"),
    many("points of Highcharts that have names",
         R"({"chart":{"type":"pie"},"series":[{"name":"a","data":[["a",1])",
         R"(,{"name":"a{i}","y":1})", "]}]}"),
    many("axes of Highcharts",
         R"({"chart":{"type":"column"},"series":[{"name":"a","data":[1]}],"yAxis":[{})",
         R"(,{"opposite":true})", "]}"),
    many("series of Highcharts",
         R"({"chart":{"type":"column"},"xAxis":{"categories":["a"]},"series":[{"data":[1]})",
         R"(,{"name":"a{i}","data":[1]})", "]}"),
};

const std::vector<Construct> kCode{
    text("text", many("lines", "a\n")),
    text("text", many("line breaks of all kinds", "a\r\nb\rc\n")),
    text("text", many("brackets", "{[(")),
    text("text", many("characters of HTML", "<&>\"")),
    text("text", many("escaped line breaks", "a\\n")),
    text("text", many("fences", "`")),
    many("a long language", R"({"text":"a","language":")", "a", R"("})"),
    many("a long name", R"({"text":"a","filename":")", "a.", R"("})"),
};

const std::vector<Construct> kWebPages{
    text("html", many("open tags", "<div><ul><li><table><tr><td>")),
    text("html", many("end tags", "</div></ul></table>")),
    text("html", many("words of a paragraph", "a &amp; b ")),
    text("html", many("beginnings of tags", "<")),
    text("html", many("comments", "<!-- a -->")),
    text("html", many("open comments", "<!-- ")),
    text("html", many("attributes", "<p", " a=b", ">")),
    text("html", many("cells", "<table><tr>", "<td>a", "</table>")),
    text("html", many("rows", "<table>", "<tr><td>a", "</table>")),
    text("html", many("links", "<a href=https://a.example>b</a>")),
    text("html", many("references", "&amp")),
    text("html", many("scripts that load", "<script src=a{i}.js></script>")),
    text("html", many("imports of a script", "<script>", "import x from 'https://a.example/{i}';",
                      "</script>")),
    text("html", many("quotes of a script", "<script>", "import('", "</script>")),
    text("html", many("addresses of a style", "<style>", "p{background:url(a{i})}", "</style>")),
    text("html", many("open addresses of a style", "<style>", "url(a", "</style>")),
    text("html", many("beginnings of addresses of a style", "<style>", "url(", "</style>")),
    text("html", many("addresses of an attribute", "<p style=\"", "url( ", "\">")),
    text("html", many("beginnings of the end of a script", "<script>", "</scrip", "</script>")),
    text("html", many("code", "<pre>", "`a\\n", "</pre>")),
};

const std::vector<Construct> kPdfs{
    many("a file", R"({"data":"JVBERi0x)", "AAAA", R"("})"),
    many("lines of a file", R"({"data":"JVBERi0x)", R"(AAAA\r\n)", R"("})"),
    many("spaces before a file", R"({"data":")", " ", R"(JVBERi0x"})"),
    many("bytes before a file", R"({"data":")", "AAAA", R"(JVBERi0x"})"),
    many("ends of a file", R"({"data":"JVBERi0x)", "JSVFT0YK", R"("})"),
    many("a long name", R"({"data":"JVBERi0x","filename":")", "/a.", R"("})"),
    many("an address", R"({"url":"https://a.example)", "/..", R"("})"),
    text("html", many("rules of a style", "<style>", "p{display:flex}@media print{", "</style>")),
    text("html", many("comments of a style", "<style>", "/* a */", "</style>")),
    text("html", many("addresses of a style", "<style>", "p{background:url(a)}", "</style>")),
};

// Pictures, of which only the structure is read.
const std::vector<Construct> kImages{
    many("chunks of a PNG", R"({"data":"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAABzdW0h)",
         "AAAAAHRFWHRzdW0h", R"(AAAAAUlEQVR4c3VtIQAAAABJRU5Ec3VtIQ=="})"),
    many("pieces of a GIF", R"({"data":"R0lGODdhAQABAAAAACH+)", "AmFi",
         R"(ACwAAAAAAQABAAACADs="})"),
    many("segments of a JPEG", R"({"data":"/9gg)", "//4AA2H//gADYf/+AANh", R"(/9k="})"),
    many("marks in a scan of a JPEG", R"({"data":"/9j/2gAC)", "/9Bh", R"(/9k="})"),
    many("boxes of an AVIF", R"({"data":"AAAAGGZ0eXBhdmlmAAAAAGF2aWZtaWYx)",
         "AAAACGZyZWUAAAAIZnJlZQAAAAhmcmVl", R"("})"),
    many("elements of an SVG",
         R"({"data":"PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciID4g)", "PGEvPiAg",
         R"(PC9zdmc+"})"),
    many("elements in elements of an SVG",
         R"({"data":"PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciID4g)", "PGc+", R"("})"),
    many("comments of an SVG",
         R"({"data":"PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciID4g)", "PCEtLWEtLT4g",
         R"(PC9zdmc+"})"),
    many("attributes of an SVG",
         R"({"data":"PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciICAg)", "YT0nYicg",
         R"(Lz4="})"),
};

// What any content may have beside what its template reads.
const std::vector<Construct> kAny{
    many("members that nobody knows", R"({"text":"a")", R"(,"a{i}":1)", "}"),
    many("members that look misspelt", R"({"a":1)", R"(,"tex{i}":1)", "}"),
    many("members of the same name", R"({"a":1)", R"(,"text":"a")", "}"),
    many("objects of members of the same name", R"({"rows":[{"a":1)", R"(,"a":1)", "}]}"),
    many("escaped names", R"({"a":1)", R"(,"\u0061{i}":1)", "}"),
    nested("lists in lists", "[", "]"),
    pairs("lists in lists of a member", R"({"text":)", "[", "1", "]", "}"),
    nested("objects in objects", R"({"a":)", "}"),
    many("escaped characters", R"({"text":")", R"(\u00e9)", R"("})"),
    many("escaped pairs of surrogates", R"({"text":")", R"(\ud83d\ude00)", R"("})"),
    many("escaped backslashes", R"({"text":")", R"(\\)", R"("})"),
    many("escaped quotation marks", R"({"text":")", R"(\")", R"("})"),
    many("strings in strings", R"({"text":"\"[)", R"(\\\"a\\\",)", R"(1]\""})"),
    many("a number of many digits", R"({"rows":[[)", "1", "]]}"),
    many("white space", R"({"text":"a")", " \n", "}"),
    many("byte order marks", R"({"text":")", "\ufeff", R"("})"),
    many("a string without an end", R"({"text":")", "a", ""),
    many("what is no JSON", "a"),
};

INSTANTIATE_TEST_SUITE_P(Tables, DataGrowth, testing::ValuesIn(in(Template::table, kTables)),
                         parameter_name);
INSTANTIATE_TEST_SUITE_P(Charts, DataGrowth, testing::ValuesIn(in(Template::chart, kCharts)),
                         parameter_name);
INSTANTIATE_TEST_SUITE_P(Code, DataGrowth, testing::ValuesIn(in(Template::code, kCode)),
                         parameter_name);
INSTANTIATE_TEST_SUITE_P(WebPages, DataGrowth, testing::ValuesIn(in(Template::html, kWebPages)),
                         parameter_name);
INSTANTIATE_TEST_SUITE_P(Pdfs, DataGrowth, testing::ValuesIn(in(Template::pdf, kPdfs)),
                         parameter_name);
INSTANTIATE_TEST_SUITE_P(Images, DataGrowth, testing::ValuesIn(in(Template::image, kImages)),
                         parameter_name);
INSTANTIATE_TEST_SUITE_P(AnyInMarkdown, DataGrowth, testing::ValuesIn(in(Template::markdown, kAny)),
                         parameter_name);
INSTANTIATE_TEST_SUITE_P(AnyInTables, DataGrowth, testing::ValuesIn(in(Template::table, kAny)),
                         parameter_name);
INSTANTIATE_TEST_SUITE_P(AnyInCharts, DataGrowth, testing::ValuesIn(in(Template::chart, kAny)),
                         parameter_name);

}  // namespace
}  // namespace tests
