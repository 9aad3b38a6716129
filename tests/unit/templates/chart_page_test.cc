#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "../texts.h"
#include "core/artifact.h"
#include "core/text/json.h"
#include "html/readable.h"
#include "templates/chart/chart.h"
#include "templates/content.h"

namespace templates {
namespace {

using tests::count;
using tests::has;

RenderedContent rendered(const std::string& content) {
  return render_content(core::Template::chart, content);
}

std::string page_of(const std::string& content) { return rendered(content).html.str(); }

// What stands in the element for the script.
std::string data_of(const std::string& content) {
  const std::string page = page_of(content);
  constexpr std::string_view kBegin = "<script type=\"application/json\" id=\"chart-data\">";
  const std::size_t begin = page.find(kBegin);
  if (begin == std::string::npos) return {};
  const std::size_t from = begin + kBegin.size();
  return page.substr(from, page.find("</script>", from) - from);
}

TEST(ChartPage, HasTheDataForItsScriptAndForItsReaders) {
  const std::string content = R"({"type":"bar","data":{"labels":["North","South"],
    "datasets":[{"label":"Sales","data":[1234567.5,null]},{"label":"Costs","data":[-1000]}]},
    "options":{"scales":{"x":{"title":{"text":"Region"}}}}})";
  const std::string data = data_of(content);
  EXPECT_TRUE(core::JsonTree::parse(data)) << data;
  EXPECT_TRUE(has(data, R"("kind":"bar")"));
  EXPECT_TRUE(has(data, R"("labels":["North","South"])"));
  EXPECT_TRUE(has(data, R"("axes":[{"title":"Region"},{}])"));
  EXPECT_TRUE(has(data, R"("series":[{"name":"Sales","y":[1234567.5,null]})"));

  const std::string page = page_of(content);
  EXPECT_TRUE(has(page, "<details class=\"chart-data\" open>"));
  EXPECT_TRUE(has(page,
                  "<th scope=\"col\">Region</th><th scope=\"col\" class=\"align-right\">Sales</th>"
                  "<th scope=\"col\" class=\"align-right\">Costs</th>"));
  EXPECT_TRUE(has(page,
                  "<tr><th scope=\"row\">North</th><td class=\"align-right\">"
                  "<data value=\"1234567.5\">1,234,567.5</data></td><td class=\"align-right\">"
                  "<data value=\"-1000\">-1,000</data></td></tr>"));
  EXPECT_TRUE(has(page, "<tr><th scope=\"row\">South</th><td></td><td></td></tr>"));
}

TEST(ChartPage, ItsDataHasNothingThatIsUsual) {
  EXPECT_EQ(data_of(R"({"type":"bar","labels":["a","b"],"datasets":[{"label":"One","data":[1,2]}],
                        "options":{"stacked":false,"indexAxis":"x","scales":{"y":{"display":true}}}})"),
            R"json({"kind":"bar","description":"Bar chart: One (a to b)","labels":["a","b"],)json"
            R"("axes":[{},{}],"series":[{"name":"One","y":[1,2]}]})");
}

TEST(ChartPage, ItsDataHasWhatItsOptionsSay) {
  EXPECT_EQ(
      data_of(R"({"type":"bar","data":{"labels":["a","b"],"datasets":[
        {"label":"One","data":[1,2],"backgroundColor":"red","borderWidth":[1,2]},
        {"label":"Two","type":"line","data":[3,null],"yAxisID":"other","stepped":true}]},
        "options":{"plugins":{"legend":{"position":"left","title":{"text":"L"}}},"scales":{
          "x":{"max":"a"},"y":{"stacked":true,"title":{"text":"Y"},"ticks":{"format":{
            "style":"currency","currency":"EUR"}}},
          "other":{"axis":"y","position":"left","type":"logarithmic","min":1,"max":9}}}})"),
      R"json({"kind":"bar","description":"Bar chart: One (left axis: Y), Two (left axis) (a to b)",)json"
      R"("labels":["a","b"],"axes":[{"most":0},)"
      R"({"title":"Y","format":{"style":"currency","unit":"EUR"},"stacked":true},)"
      R"({"scale":"logarithmic","side":"left","least":1,"most":9}],)"
      R"("series":[{"name":"One","y":[1,2],"colours":"red"},)"
      R"({"name":"Two","y":[3,null],"kind":"line","axis":2,"steps":"before"}],)"
      R"("legend":{"side":"left","title":"L"}})");
}

TEST(ChartPage, LoadsOnlyWhatItNeeds) {
  const RenderedContent chart = rendered(R"({"type":"pie","values":[1,2]})");
  EXPECT_EQ(chart.stylesheets.size(), 1U);
  EXPECT_EQ(chart.scripts.size(), 2U);
  EXPECT_TRUE(rendered(R"({"type":"sankey","values":[1,2]})").scripts.empty());
  EXPECT_EQ(rendered(R"({"mark":"bar","data":{"values":[{"a":1}]},"encoding":{}})").scripts.size(),
            1U)
      << "Vega is loaded by the worker that draws";
}

TEST(ChartPage, LoadsTheCalendarForTimesAlone) {
  const std::string content = R"({"type":"line","data":{"labels":["2026-01-01","2026-03-01"],
    "datasets":[{"data":[1,2]}]},"options":{"scales":{"x":{"type":"time"}}}})";
  EXPECT_EQ(rendered(content).scripts.size(), 3U);
  EXPECT_TRUE(
      has(data_of(content), R"("places":[1767225600000,1772323200000],"axes":[{"scale":"times"})"));
}

TEST(ChartPage, PointsInTimeKeepTheirOwnTimes) {
  const std::string content = R"({"type":"line","data":{"labels":["2026-01-05"],"datasets":[
    {"data":[7]},{"data":[{"x":1772452800000,"y":2},{"x":"2026-03-09","y":3}]}]},
    "options":{"scales":{"x":{"type":"time"}}}})";
  EXPECT_TRUE(has(data_of(content), R"({"x":[1767571200000],"y":[7]})"));
  EXPECT_TRUE(has(data_of(content), R"({"x":[1772452800000,1773014400000],"y":[2,3]})"));
  EXPECT_TRUE(has(page_of(content), "<td>2026-03-02T12:00:00Z</td>"));
  EXPECT_TRUE(has(page_of(content), "<td>2026-01-05</td>"));
}

TEST(ChartPage, SaysThatItHasNoData) {
  const RenderedContent chart =
      rendered(R"({"type":"bar","data":{"labels":["May"],"datasets":[]}})");
  EXPECT_TRUE(has(chart.html.str(), "This chart has no data."));
  EXPECT_TRUE(chart.scripts.empty());
}

TEST(ChartPage, HasASubtitle) {
  EXPECT_TRUE(has(page_of(R"({"type":"bar","values":[1],
    "options":{"plugins":{"subtitle":{"text":"<b>In May"}}}})"),
                  "<p class=\"chart-subtitle\" dir=\"auto\">&lt;b&gt;In May</p>"));
}

TEST(ChartPage, EscapesItsData) {
  const std::string content =
      R"({"type":"line","title":"</script><b>t","data":{"labels":["</script><script>alert(1)</script>"],
      "datasets":[{"label":"<!--<script>&","data":[1],"backgroundColor":"</script>"}]},
      "options":{"x":"</SCRIPT><img>","title":{"text":"</script>"},
        "plugins":{"legend":{"title":{"text":"</SCRIPT><img>"}}}}})";
  const std::string page = page_of(content);
  EXPECT_EQ(count(page, "<script"), 1U);
  EXPECT_EQ(count(page, "</script"), 1U);
  EXPECT_FALSE(has(page, "</SCRIPT"));
  EXPECT_FALSE(has(page, "<!--"));
  EXPECT_FALSE(has(page, "<img"));
  EXPECT_FALSE(has(page, "<b>"));
  const std::string data = data_of(content);
  EXPECT_TRUE(core::JsonTree::parse(data));
  EXPECT_TRUE(has(data_of(content), R"(\u003c/script>)"));
}

TEST(ChartPage, ItsTitleCanReplaceThePages) {
  const RenderedContent chart = rendered(R"({"type":"pie","title":"Fruit","values":[1,2]})");
  ASSERT_TRUE(chart.first_heading);
  EXPECT_EQ(chart.first_heading->text, "Fruit");
  EXPECT_TRUE(has(chart.leading_heading.str(), "Fruit</h1>"));
  EXPECT_TRUE(rendered(R"({"type":"pie","values":[1,2]})").leading_heading.empty());
}

TEST(ChartPage, HasASummary) {
  const auto summary = [](const std::string& content) { return rendered(content).summary; };
  EXPECT_EQ(summary(R"({"type":"area","labels":["May","June"],
                        "datasets":[{"label":"A","data":[1]},{"label":"B","data":[1]}]})"),
            "Area chart: A, B (May to June)");
  EXPECT_EQ(summary(R"({"type":"bar","datasets":[{"label":"1","data":[1]},{"label":"2","data":[1]},
      {"label":"3","data":[1]},{"label":"4","data":[1]},{"label":"5","data":[1]}]})"),
            "Bar chart: 1, 2, 3, 4 and 1 more");
  EXPECT_EQ(summary(R"({"type":"donut","values":[1]})"), "Doughnut chart");
}

TEST(ChartPage, CutsItsSummaryAndTheTitleOfThePage) {
  const std::string label = "Müller " + std::string(5'000, 'x') + "!";
  const std::string bars =
      R"({"type":"bar","title":")" + label + R"(","values":[1,2],"labels":["a",")" + label + "\"]}";
  const RenderedContent chart = rendered(bars);
  EXPECT_LE(chart.summary.size(), 200U);
  EXPECT_TRUE(chart.summary.starts_with("Bar chart (a to Müller xxx"));
  EXPECT_EQ(chart.first_heading->text, label.substr(0, 256)) << "255 characters";
  EXPECT_TRUE(has(chart.leading_heading.str(), label + "</h1>"));
  EXPECT_TRUE(has(data_of(bars), R"("description":"Bar chart (a to )" + label + ")\""));

  const RenderedContent vega =
      rendered(R"({"mark":"bar","encoding":{},"data":{"values":[{"a":1}]},"title":")" + label +
               R"(","description":")" + label + "\"}");
  EXPECT_EQ(vega.summary, label.substr(0, 200));
  EXPECT_EQ(vega.first_heading->text, label.substr(0, 256));
  EXPECT_TRUE(has(vega.leading_heading.str(), label + "</h1>"));
}

TEST(ChartPage, ShowsTheDataOfKindsThatItDoesNotKnow) {
  const RenderedContent chart =
      rendered(R"({"type":"san<key","labels":["a"],"datasets":[{"data":[1]}]})");
  EXPECT_TRUE(has(chart.html.str(),
                  "Charts of type “san&lt;key” are not supported. The data is shown instead."));
  EXPECT_TRUE(has(chart.html.str(), "<th scope=\"row\">a</th>"));
  EXPECT_FALSE(has(chart.html.str(), "<script"));
}

TEST(ChartPage, DefaultsToBarsOrPoints) {
  EXPECT_TRUE(has(data_of(R"({"values":[1,2]})"), R"("kind":"bar")"));
  EXPECT_TRUE(has(data_of(R"({"values":[{"x":1,"y":2}]})"), R"("kind":"scatter")"));
}

TEST(ChartPage, RowsWithoutLabelsAreNumbered) {
  EXPECT_TRUE(has(data_of(R"({"type":"line","values":[5,6]})"), R"("labels":["1","2"])"));
  EXPECT_TRUE(
      has(data_of(R"({"type":"line","labels":["a"],"values":[5,6]})"), R"("labels":["a",""])"));
}

TEST(ChartPage, LabelsOfPointsAreAlignedAndDatesPutInOrder) {
  const std::string data = data_of(R"({"type":"line","datasets":[
    {"data":[{"x":"2026-03","y":3},{"x":"2026-01","y":1}]},
    {"data":[{"x":"2026-02","y":2}]}]})");
  EXPECT_TRUE(has(data, R"("labels":["2026-01","2026-02","2026-03"])"));
  EXPECT_TRUE(has(data, R"("y":[1,null,3])"));
  EXPECT_TRUE(has(data, R"("y":[null,2])"));
  EXPECT_TRUE(
      has(data_of(R"({"type":"bar","datasets":[{"data":[{"x":"z","y":3},{"x":"a","y":1}]}]})"),
          R"("labels":["z","a"])"));
}

TEST(ChartPage, PointsHaveARowEach) {
  const std::string page = page_of(R"({"type":"bubble","datasets":[
    {"label":"A","data":[{"x":1,"y":2,"r":3},[4,5]]},{"label":"B","data":[{"x":1e3,"y":-0.5}]}]})");
  EXPECT_TRUE(has(page,
                  "<th scope=\"col\">Dataset</th><th scope=\"col\" class=\"align-right\">x</th>"
                  "<th scope=\"col\" class=\"align-right\">y</th>"
                  "<th scope=\"col\" class=\"align-right\">Size</th>"));
  EXPECT_TRUE(has(page, "<tr><th scope=\"row\">A</th><td class=\"align-right\">1</td>"));
  EXPECT_TRUE(has(page, "<data value=\"1000\">1,000</data>"));
  EXPECT_EQ(count(page, "<tr>"), 4U);
}

TEST(ChartPage, HeadingsOfNumbersStandWhereTheNumbersStand) {
  const std::string page = page_of(R"({"mark":"bar","encoding":{},"data":{"values":[
    {"numbers":1,"mixed":2,"nothing":null},{"numbers":null,"mixed":"n/a"},{"numbers":3}]}})");
  EXPECT_TRUE(has(page, "<th scope=\"col\" class=\"align-right\">numbers</th>"));
  EXPECT_TRUE(has(page, "<th scope=\"col\">mixed</th>"));
  EXPECT_TRUE(has(page, "<th scope=\"col\">nothing</th>"));
}

TEST(ChartPage, SaysWithoutScriptsThatAChartIsMissing) {
  const auto note = [](const std::string& below) {
    return "<noscript><p class=\"note\">This chart is drawn with JavaScript. Its " + below +
           " is below.</p></noscript>";
  };
  EXPECT_TRUE(has(page_of(R"({"type":"bar","values":[1]})"), note("data")));
  EXPECT_TRUE(
      has(page_of(R"({"mark":"bar","encoding":{},"data":{"values":[{"a":1}]}})"), note("data")));
  EXPECT_TRUE(has(page_of(R"({"$schema":"https://vega.github.io/schema/vega-lite/v5.json",
      "mark":"bar","encoding":{},"data":{"sequence":{"start":0,"stop":9}}})"),
                  note("specification")));
  EXPECT_FALSE(has(page_of(R"({"type":"sankey","values":[1]})"), "noscript"))
      << "its page says with scripts too that it is not drawn";
}

TEST(ChartPage, BarsMayFloat) {
  const std::string content = R"({"type":"bar","labels":["a"],"datasets":[{"data":[[1,2000]]}]})";
  EXPECT_TRUE(has(data_of(content), R"("y":[2000],"low":[1])"));
  EXPECT_TRUE(has(page_of(content), "1 – <data value=\"2000\">2,000</data>"));
}

TEST(ChartPage, NamesOfValuesAreNoFormulasInSpreadsheets) {
  const std::string content = R"({"type":"line","labels":["a"],"datasets":[{"data":["=1+1"]}],
    "options":{"scales":{"y":{"type":"category"}}}})";
  EXPECT_EQ(content_as(Form::csv, core::Template::chart, content), "Label,Value\r\na,'=1+1\r\n");
  EXPECT_EQ(content_as(Form::raw_csv, core::Template::chart, content), "Label,Value\r\na,=1+1\r\n");
}

TEST(ChartPage, HeadingsOfLyingBarsAreThoseOfTheirAxes) {
  const std::string content =
      R"({"type":"horizontalBar","labels":["Nile"],"datasets":[{"data":[6650]}],
    "options":{"scales":{"x":{"title":{"text":"Kilometres"}},"y":{"title":{"text":"River"}}}}})";
  EXPECT_EQ(content_as(Form::csv, core::Template::chart, content),
            "River,Kilometres\r\nNile,6650\r\n");
}

TEST(ChartPage, LimitsTheTable) {
  std::string values = "0";
  for (int i = 1; i < 20'000; ++i) values += "," + std::to_string(i);
  const std::string rows = page_of(R"({"type":"line","values":[)" + values + "]}");
  EXPECT_EQ(count(rows, "<tr>"), 2'001U);
  EXPECT_TRUE(has(rows, "Showing the first 2,000 of 20,000 rows."));
  std::string datasets = R"({"data":[1,2]})";
  for (int i = 1; i < 3'000; ++i) datasets += R"(,{"data":[1,2]})";
  const std::string columns = page_of(R"({"type":"line","datasets":[)" + datasets + "]}");
  EXPECT_EQ(count(columns, "scope=\"col\""), 500U);
  EXPECT_TRUE(has(columns, "Showing the first 500 of 3,001 columns."));
}

// Datasets whose values have labels of their own: few values that make a large grid.
std::string sparse(int datasets) {
  std::string text = R"({"type":"bar","datasets":[)";
  for (int i = 0; i < datasets; ++i) {
    const std::string number = std::to_string(i);
    text += (i == 0 ? "" : ",") + (R"({"label":"s)" + number + R"(","data":[{"x":"l)" + number) +
            R"(","y":1}]})";
  }
  return text + "]}";
}

TEST(ChartPage, ListsTheValuesOfAGridThatIsMostlyEmpty) {
  EXPECT_NE(data_of(sparse(1'000)), "");
  const std::string page = page_of(sparse(3'000));
  EXPECT_EQ(data_of(sparse(3'000)), "");
  EXPECT_TRUE(has(page, "too many labels for its datasets to be drawn"));
  EXPECT_TRUE(has(page, "<tr><th scope=\"row\">s1</th><td>l1</td>"));
  EXPECT_TRUE(has(page, "Showing the first 2,000 of 3,000 rows."));

  const auto csv = content_as(Form::csv, core::Template::chart, sparse(3'000));
  ASSERT_TRUE(csv);
  EXPECT_TRUE(csv->starts_with("Dataset,x,y\r\ns0,l0,1\r\n"));
  EXPECT_LT(csv->size(), 100'000U);
}

TEST(ChartPage, BoundsWhatItsDataIsWrittenAs) {
  std::string points = R"({"x":1,"y":1})";
  for (int i = 0; i < 50'000; ++i) points += R"(,{"x":1,"y":1})";
  const std::string content =
      R"({"type":"scatter","datasets":[{"data":[{"x":1,"y":1}]},{"label":")" +
      std::string(100'000, 'n') + R"(","data":[)" + points + "]}]}";
  EXPECT_FALSE(content_as(Form::csv, core::Template::chart, content));
}

TEST(ChartPage, ShowsTheRowsOfAVegaLiteSpecification) {
  const std::string page = page_of(
      R"({"$schema":"https://vega.github.io/schema/vega-lite/v5.json","title":"</script>",
      "data":{"values":[{"a":"x<","b":28000},{"a":null,"c":true}]},"mark":"bar","encoding":{}})");
  EXPECT_TRUE(has(page,
                  "<th scope=\"col\">a</th><th scope=\"col\" class=\"align-right\">b</th>"
                  "<th scope=\"col\">c</th>"));
  EXPECT_TRUE(has(page,
                  "<tr><td>x&lt;</td><td class=\"align-right\">"
                  "<data value=\"28000\">28,000</data></td><td></td></tr>"));
  EXPECT_TRUE(has(page, "<td>true</td>"));
  EXPECT_EQ(count(page, "</script"), 1U);
}

TEST(ChartPage, ShowsAllLinesOfAVegaLiteTitleAndItsSubtitle) {
  const RenderedContent content = rendered(
      R"({"$schema":"https://vega.github.io/schema/vega-lite/v5.json",
      "title":{"text":["Two","lines"],"subtitle":["<b>","below"]},
      "data":{"values":[{"a":1}]},"mark":"bar","encoding":{}})");
  EXPECT_EQ(content.leading_heading.str(), "<h1 dir=\"auto\">Two lines</h1>\n");
  EXPECT_TRUE(
      has(content.html.str(), "<p class=\"chart-subtitle\" dir=\"auto\">&lt;b&gt; below</p>"));
}

TEST(ChartPage, FindsTheFirstColumnsInRowsOfAnyOrder) {
  std::string first = R"({"$schema":"https://vega.github.io/schema/vega-lite/v5.json","mark":"bar",
      "data":{"values":[{"c0":"0")";
  std::string last = "{";
  for (int i = 1; i < 600; ++i) first += ",\"c" + std::to_string(i) + "\":\"x\"";
  for (int i = 599; i > 0; --i) last += "\"c" + std::to_string(i) + "\":\"y\",";
  const std::string page = page_of(first + "}," + last + R"("c0":"last"},5]}})");
  EXPECT_TRUE(has(page, "<tr><td>0</td><td>x</td>"));
  EXPECT_TRUE(has(page, "<tr><td>last</td><td>y</td>"));
  EXPECT_TRUE(has(page, "Showing the first 500 of 601 columns."));
}

TEST(ReadableNumber, GroupsWithoutLosingADigit) {
  EXPECT_EQ(html::readable_number("0"), "0");
  EXPECT_EQ(html::readable_number("999"), "999");
  EXPECT_EQ(html::readable_number("1000"), "1,000");
  EXPECT_EQ(html::readable_number("-1234567.8901234567890123"), "-1,234,567.8901234567890123");
  EXPECT_EQ(html::readable_number("0.30000000000000004"), "0.3");
  EXPECT_EQ(html::readable_number("-1112.0500000000002"), "-1,112.05");
  EXPECT_EQ(html::readable_number("3.141592653589793"), "3.141592653589793");
  EXPECT_EQ(html::readable_number("1e+300"), "1e+300");
  EXPECT_EQ(html::readable_number("-1234567.5", html::Language::german), "-1.234.567,5");
  EXPECT_EQ(html::readable_number("1234.5", html::Language::french), "1\u202f234,5");
  EXPECT_EQ(html::readable_number("-1234.5", html::Language::spanish), "-1234,5");
  EXPECT_EQ(html::readable_number("12345", html::Language::spanish), "12.345");
  EXPECT_EQ(html::readable_number("12.5%"), "12.5%");
  EXPECT_EQ(html::readable_number(""), "");
  EXPECT_EQ(html::exact_number(0.1), "0.1");
  EXPECT_EQ(html::exact_number(1e6), "1000000");
  EXPECT_EQ(html::exact_number(-100000), "-100000");
  EXPECT_EQ(html::exact_number(1769904000000), "1769904000000");
  EXPECT_EQ(html::exact_number(0.00001), "0.00001");
  EXPECT_EQ(html::exact_number(1e20), "100000000000000000000");
  EXPECT_EQ(html::exact_number(-1.2345678901234567e-6), "-0.0000012345678901234567");
  EXPECT_EQ(html::exact_number(0), "0");
  EXPECT_EQ(html::exact_number(1e21), "1e+21");
  EXPECT_EQ(html::exact_number(1e-7), "1e-07");
  EXPECT_EQ(html::exact_number(1e300), "1e+300");
}

}  // namespace
}  // namespace templates
