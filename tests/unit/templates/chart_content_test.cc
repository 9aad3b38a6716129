#include "templates/chart/chart_content.h"

#include <algorithm>
#include <ctime>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "../core/names_of_same_hash.h"
#include "chart_reading.h"
#include "templates/chart/reader/chart_options.h"
#include "templates/content.h"

namespace templates {
namespace {

using core::ErrorCode;
using core::Template;

bool has_nothing(std::string_view text) {
  const auto read_content = read(text);
  return read_content && !*read_content;
}

std::string problem(std::string_view text) {
  const auto read_content = read(text);
  if (read_content) return "none";
  EXPECT_EQ(read_content.error().code, ErrorCode::invalid_content);
  return read_content.error().sentence();
}

using Labels = std::vector<std::string>;

constexpr std::monostate kMissing;

TEST(ChartContent, ReadsAChartJsConfiguration) {
  constexpr std::string_view kText = R"({
    "type": "bar",
    "data": {"labels": ["Jan", "Feb", 2024, null], "datasets": [
      {"label": "Sales", "data": [1, 2.5, null, "12.5"]},
      {"label": 7, "type": "line", "data": [3, 4]},
      {"data": [], "backgroundColor": {"odd": true}}]},
    "options": {"plugins": {"title": {"display": true, "text": "Revenue"}, "legend": false},
                "scales": {"x": {"title": {"text": "Month"}, "stacked": true},
                           "y": {"title": {"display": true, "text": ["in", "EUR"]}}}}})";
  const Chart read_chart = chart(kText);
  EXPECT_EQ(read_chart.kind, ChartKind::bar);
  EXPECT_EQ(read_chart.kind_name, "bar");
  EXPECT_EQ(read_chart.labels, (Labels{"Jan", "Feb", "2024", "null"}));
  ASSERT_EQ(read_chart.datasets.size(), 3U);
  EXPECT_EQ(read_chart.datasets[0].label, "Sales");
  EXPECT_EQ(read_chart.datasets[0].kind, std::nullopt);
  EXPECT_EQ(read_chart.datasets[0].values, (Values{1.0, 2.5, kMissing, 12.5}));
  EXPECT_EQ(read_chart.datasets[1].label, "7");
  EXPECT_EQ(read_chart.datasets[1].kind, ChartKind::line);
  EXPECT_TRUE(read_chart.datasets[2].values.empty());
  EXPECT_EQ(read_chart.title, "Revenue");
  EXPECT_EQ(read_chart.x_title, "Month");
  EXPECT_EQ(read_chart.y_title, "in EUR");
  EXPECT_TRUE(read_chart.stacked);
  EXPECT_EQ(read_chart.vega_lite, std::nullopt);
}

TEST(ChartContent, ReadsTitlesAndStackingWhereVersion2OfChartJsHasThem) {
  const Chart read_chart = chart(R"({"type":"horizontalBar","data":{"datasets":[{"data":[1]}]},
    "options":{"title":{"display":true,"text":"Old"},"scales":{
      "xAxes":[{"stacked":true,"scaleLabel":{"labelString":"X"}}],"yAxes":[]}}})");
  EXPECT_EQ(read_chart.kind, ChartKind::horizontal_bar);
  EXPECT_EQ(read_chart.title, "Old");
  EXPECT_EQ(read_chart.x_title, "X");
  EXPECT_TRUE(read_chart.stacked);
}

TEST(ChartContent, IgnoresHiddenTitles) {
  for (const std::string_view options :
       {R"({"plugins":{"title":{"display":false,"text":"T"}}})", R"({"plugins":{"title":false}})",
        R"({"title":null})", R"({"plugins":null,"scales":[]})", R"({"scales":{"x":null}})", "{}"}) {
    const std::string text = R"({"values":[1],"options":)" + std::string(options) + "}";
    EXPECT_EQ(chart(text).title, "") << text;
    EXPECT_FALSE(chart(text).stacked);
  }
  EXPECT_EQ(chart(R"({"values":[1],"options":{"title":"T"}})").title, "T");
  EXPECT_EQ(chart(R"({"values":[1],"title":"T"})").title, "T");
  EXPECT_EQ(chart(R"({"title":"T","chart":{"values":[1]}})").title, "T");
}

TEST(ChartContent, KnowsKindsByAllTheirNames) {
  for (const auto& [name, kind] :
       std::vector<std::pair<std::string, ChartKind>>{{"bar", ChartKind::bar},
                                                      {"column", ChartKind::bar},
                                                      {"COLUMN", ChartKind::bar},
                                                      {"horizontalBar", ChartKind::horizontal_bar},
                                                      {"horizontal_bar", ChartKind::horizontal_bar},
                                                      {"line", ChartKind::line},
                                                      {"LineChart", ChartKind::line},
                                                      {"bar_chart", ChartKind::bar},
                                                      {"spline", ChartKind::line},
                                                      {"areaspline", ChartKind::area},
                                                      {"area", ChartKind::area},
                                                      {"Pie", ChartKind::pie},
                                                      {"doughnut", ChartKind::doughnut},
                                                      {"donut", ChartKind::doughnut},
                                                      {"scatter", ChartKind::scatter},
                                                      {"bubble", ChartKind::bubble},
                                                      {"radar", ChartKind::radar},
                                                      {"polarArea", ChartKind::polar_area},
                                                      {"polar-area", ChartKind::polar_area},
                                                      {"polararea", ChartKind::polar_area}}) {
    const std::string text = R"({"type":")" + name + R"(","values":[1]})";
    EXPECT_EQ(chart(text).kind, kind) << name;
    EXPECT_EQ(chart(text).kind_name, name);
  }
}

TEST(ChartContent, KeepsTheNameOfAnUnknownKindAndReadsItsData) {
  const Chart read_chart = chart(R"({"type":"sankey","labels":["a"],"values":[1]})");
  EXPECT_EQ(read_chart.kind, std::nullopt);
  EXPECT_EQ(read_chart.kind_name, "sankey");
  EXPECT_EQ(read_chart.datasets.at(0).values, (Values{1.0}));
  EXPECT_EQ(chart(R"({"values":[1]})").kind_name, "");
}

TEST(ChartContent, ReadsTheKindFromChartTypeOrTheChartObject) {
  EXPECT_EQ(chart(R"({"chartType":"pie","values":[1]})").kind, ChartKind::pie);
  EXPECT_EQ(chart(R"({"chart":"pie","values":[1]})").kind, ChartKind::pie);
  EXPECT_EQ(chart(R"({"chart":{"type":"pie"},"series":[{"data":[1]}]})").kind, ChartKind::pie);
  EXPECT_EQ(chart(R"({"type":"pie","chart":{"values":[1]}})").kind, ChartKind::pie);
}

TEST(ChartContent, ReadsTheKindFromTheDatasetsIfAllHaveTheSame) {
  EXPECT_EQ(chart(R"({"series":[{"type":"pie","data":[{"name":"a","value":1}]}]})").kind,
            ChartKind::pie);
  EXPECT_EQ(
      chart(R"({"data":{"datasets":[{"type":"line","data":[1]},{"type":"line","data":[2]}]}})")
          .kind,
      ChartKind::line);
  EXPECT_EQ(chart(R"({"series":[{"type":"line","data":[1]},{"type":"bar","data":[2]}]})").kind,
            std::nullopt);
  EXPECT_EQ(chart(R"({"series":[{"type":"line","data":[1]},{"data":[2]}]})").kind, std::nullopt);
  EXPECT_EQ(chart(R"({"type":"bar","series":[{"type":"line","data":[1]}]})").kind, ChartKind::bar);
}

TEST(ChartContent, ReadsLabelsFromTheDataOfAnAxis) {
  for (const std::string_view axis :
       {R"("xAxis":{"type":"category","data":["a","b"]})", R"("xAxis":[{"data":["a","b"]},{}])"}) {
    const Chart read =
        chart(R"({"series":[{"type":"bar","data":[1,2]}],)" + std::string(axis) + "}");
    EXPECT_EQ(read.labels, (Labels{"a", "b"}));
    EXPECT_EQ(read.kind, ChartKind::bar);
  }
  const Chart horizontal = chart(
      R"({"xAxis":{"type":"value"},"yAxis":{"data":["a"]},"series":[{"type":"bar","data":[1]}]})");
  EXPECT_EQ(horizontal.labels, (Labels{"a"}));
  EXPECT_EQ(horizontal.kind, ChartKind::horizontal_bar);
  EXPECT_TRUE(chart(R"({"values":[1],"xAxis":{"data":"month"},"yAxis":[]})").labels.empty());
}

TEST(ChartContent, StacksAsHighchartsAndApexChartsDo) {
  for (const std::string_view stacking :
       {R"("plotOptions":{"column":{"stacking":"normal"}})", R"("chart":{"stacked":true})"})
    EXPECT_TRUE(chart(R"({"series":[{"data":[1]}],)" + std::string(stacking) + "}").stacked);
  for (const std::string_view stacking :
       {R"("plotOptions":{"column":{"stacking":null}})", R"("chart":{"stacked":false})",
        R"("plotOptions":[])", R"("chart":"bar")"})
    EXPECT_FALSE(chart(R"({"series":[{"data":[1]}],)" + std::string(stacking) + "}").stacked);
}

TEST(ChartContent, ReadsValuesByLabelInData) {
  const Chart read = chart(R"({"type":"pie","data":{"Rail":61,"Road":12.5}})");
  EXPECT_EQ(read.datasets.at(0).values,
            chart(R"({"values":{"Rail":61,"Road":12.5}})").datasets.at(0).values);
  EXPECT_TRUE(has_nothing(R"({"type":"pie","data":{"Rail":61,"Road":"far"}})"));
}

TEST(ChartContent, TreatsIndexAxisYAsHorizontal) {
  EXPECT_EQ(chart(R"({"type":"bar","values":[1],"options":{"indexAxis":"y"}})").kind,
            ChartKind::horizontal_bar);
  EXPECT_EQ(chart(R"({"type":"line","values":[1],"options":{"indexAxis":"y"}})").kind,
            ChartKind::line);
}

TEST(ChartContent, TreatsFilledLinesAsAreas) {
  const Chart read_chart = chart(R"({"type":"line","datasets":[{"data":[1],"fill":true},
    {"data":[1],"fill":"origin"},{"data":[1],"fill":false},{"data":[1]}]})");
  EXPECT_EQ(read_chart.datasets[0].kind, ChartKind::area);
  EXPECT_EQ(read_chart.datasets[1].kind, ChartKind::area);
  EXPECT_EQ(read_chart.datasets[2].kind, std::nullopt);
  EXPECT_EQ(read_chart.datasets[3].kind, std::nullopt);
}

TEST(ChartContent, ReadsLabelsWithDatasetsOrValuesOnTop) {
  const Chart with_datasets =
      chart(R"({"type":"line","labels":["a","b"],"datasets":[{"name":"S","values":[1,2]}]})");
  EXPECT_EQ(with_datasets.labels, (Labels{"a", "b"}));
  EXPECT_EQ(with_datasets.datasets.at(0).label, "S");
  EXPECT_EQ(with_datasets.datasets.at(0).values, (Values{1.0, 2.0}));
  const Chart with_values = chart(R"({"type":"pie","labels":["a","b"],"values":[1,"2"]})");
  EXPECT_EQ(with_values.labels, (Labels{"a", "b"}));
  EXPECT_EQ(with_values.datasets.at(0).values, (Values{1.0, 2.0}));
  const Chart with_data = chart(R"({"type":"pie","labels":["a","b"],"data":[1,null]})");
  EXPECT_EQ(with_data.labels, (Labels{"a", "b"}));
  EXPECT_EQ(with_data.datasets.at(0).values, (Values{1.0, kMissing}));
  const Chart inside = chart(R"({"type":"pie","data":{"labels":["a"],"values":[3]}})");
  EXPECT_EQ(inside.labels, (Labels{"a"}));
  EXPECT_EQ(inside.datasets.at(0).values, (Values{3.0}));
}

TEST(ChartContent, ReadsRecordsWithKnownKeys) {
  for (const std::string_view label : {"label", "name", "category", "x"}) {
    for (const std::string_view value : {"value", "y", "amount", "count"}) {
      const std::string text =
          R"({"type":"bar","data":[{"id":9,")" + std::string(label) + R"(":"a",")" +
          std::string(value) + R"(":1},{")" + std::string(value) + R"(":"2","other":8},null,{")" +
          std::string(label) + R"(":2024,")" + std::string(value) + R"(":null}]})";
      const Chart read_chart = chart(text);
      EXPECT_EQ(read_chart.labels, (Labels{"a", "", "", "2024"})) << text;
      ASSERT_EQ(read_chart.datasets.size(), 2U);
      EXPECT_EQ(read_chart.datasets[0].label, value);
      EXPECT_EQ(read_chart.datasets[0].values, (Values{1.0, 2.0, kMissing, kMissing}));
      EXPECT_EQ(read_chart.datasets[1].label, "other");
    }
  }
}

TEST(ChartContent, ReadsRecordsByXKeyAndYKeys) {
  const Chart read_chart = chart(R"({"type":"line","xKey":"m","yKeys":["b","a","absent"],
    "data":[{"m":"Jan","a":1,"b":2,"value":9},{"m":"Feb","b":4}]})");
  EXPECT_EQ(read_chart.labels, (Labels{"Jan", "Feb"}));
  ASSERT_EQ(read_chart.datasets.size(), 3U);
  EXPECT_EQ(read_chart.datasets[0].label, "b");
  EXPECT_EQ(read_chart.datasets[0].values, (Values{2.0, 4.0}));
  EXPECT_EQ(read_chart.datasets[1].values, (Values{1.0, kMissing}));
  EXPECT_EQ(read_chart.datasets[2].values, (Values{kMissing, kMissing}));
  EXPECT_EQ(chart(R"({"xKey":"m","yKeys":"a","data":[{"m":1,"a":1}]})").datasets.size(), 1U);
}

TEST(ChartContent, ReadsTheFirstTextAndAllNumbersOfOtherRecords) {
  const Chart read_chart = chart(R"({"data":[{"rank":1,"month":"Jan","uv":4000,"pv":"24","ok":true},
    {"month":"Feb","note":"x","uv":3,"late":5}]})");
  EXPECT_EQ(read_chart.labels, (Labels{"Jan", "Feb"}));
  std::vector<std::string> names;
  for (const ChartDataset& dataset : read_chart.datasets) names.push_back(dataset.label);
  EXPECT_EQ(names, (std::vector<std::string>{"rank", "uv", "pv", "late"}));
  EXPECT_EQ(read_chart.datasets[2].values, (Values{24.0, kMissing}));
  EXPECT_EQ(read_chart.datasets[3].values, (Values{kMissing, 5.0}));
}

TEST(ChartContent, KeepsLabelsThatAreGivenBesideRecords) {
  EXPECT_EQ(chart(R"({"labels":["L"],"data":[{"name":"n","value":1}]})").labels, (Labels{"L"}));
}

TEST(ChartContent, MakesPointsOfRecordsWhereBothAxesHaveNumbers) {
  const Chart scatter =
      chart(R"({"type":"scatter","data":[{"name":"A","x":1,"y":2},{"x":"3","y":4},{"x":5}]})");
  EXPECT_EQ(scatter.datasets.at(0).values, (Values{point(1, 2), point(3, 4), gap(5)}));
  EXPECT_TRUE(scatter.labels.empty());
  const Chart bubble = chart(R"({"type":"bubble","data":[{"x":1,"y":2,"r":3}]})");
  EXPECT_EQ(bubble.datasets.at(0).values, (Values{point(1, 2, 3)}));
  const Chart keyed =
      chart(R"({"type":"scatter","xKey":"h","yKeys":["w"],"data":[{"w":60,"h":170}]})");
  EXPECT_EQ(keyed.datasets.at(0).values, (Values{point(170, 60)}));
  const Chart guessed = chart(R"({"type":"scatter","data":[{"who":"A","h":170,"w":60}]})");
  EXPECT_EQ(guessed.datasets.at(0).values, (Values{point(170, 60)}));
}

TEST(ChartContent, ReadsSeriesWithCategories) {
  for (const std::string_view labels :
       {R"("categories":["a","b"])", R"("labels":["a","b"])", R"("xAxis":{"categories":["a","b"]})",
        R"("xaxis":{"categories":["a","b"]})"}) {
    const std::string text =
        R"({"type":"line","series":[{"name":"S","data":[1,2]},{"data":[3]}],)" +
        std::string(labels) + "}";
    const Chart read_chart = chart(text);
    EXPECT_EQ(read_chart.labels, (Labels{"a", "b"})) << text;
    ASSERT_EQ(read_chart.datasets.size(), 2U);
    EXPECT_EQ(read_chart.datasets[0].label, "S");
    EXPECT_EQ(read_chart.datasets[0].values, (Values{1.0, 2.0}));
  }
  EXPECT_EQ(chart(R"({"labels":["a"],"series":[44,55]})").datasets.at(0).values,
            (Values{44.0, 55.0}));
}

TEST(ChartContent, ReadsRecordsWhoseSeriesHoldNoValues) {
  const Chart read_chart =
      chart(R"({"series":[{"name":"Sales"}],"data":[{"month":"Jan","sales":5}]})");
  ASSERT_EQ(read_chart.datasets.size(), 1U);
  EXPECT_EQ(read_chart.datasets[0].label, "sales");
}

TEST(ChartContent, ReadsWhatConfigOrChartWraps) {
  for (const std::string_view name : {"config", "chart"}) {
    const std::string text =
        "{\"" + std::string(name) +
        R"(":{"type":"pie","data":{"labels":["a"],"datasets":[{"data":[1]}]},"options":{}}})";
    const Chart read_chart = chart(text);
    EXPECT_EQ(read_chart.kind, ChartKind::pie);
    EXPECT_EQ(read_chart.labels, (Labels{"a"}));
  }
}

TEST(ChartContent, ReadsPointsAndRanges) {
  const Chart scatter = chart(R"({"type":"scatter","datasets":[{"data":[
    {"x":1,"y":2},{"x":"1.5","y":"2"},{"x":"late","y":3},[4,5],{"x":1,"y":null},{"x":1}]}]})");
  EXPECT_EQ(scatter.datasets.at(0).values,
            (Values{point(1, 2), point(1.5, 2), point("late", 3), point(4, 5), gap(1), gap(1)}));
  const Chart bubble =
      chart(R"({"type":"bubble","datasets":[{"data":[{"x":1,"y":2,"r":3},[4,5,6]]}]})");
  EXPECT_EQ(bubble.datasets.at(0).values, (Values{point(1, 2, 3), point(4, 5, 6)}));
  const Chart line = chart(R"({"type":"line","datasets":[{"data":[)"
                           R"({"x":"2024","y":1},{"name":"b","y":2},{"y":3},["c",4]]}]})");
  EXPECT_EQ(line.datasets.at(0).values,
            (Values{point("2024", 1), point("b", 2), 3.0, point("c", 4)}));
  const Chart bar = chart(R"({"type":"bar","datasets":[{"data":[[1,5],[5,"-1"],[null,2],3]}]})");
  EXPECT_EQ(bar.datasets.at(0).values,
            (Values{ChartRange{1, 5}, ChartRange{-1, 5}, kMissing, 3.0}));
  const Chart members = chart(R"({"type":"bar","datasets":[{"data":{"Jan":1,"Feb":null}}]})");
  EXPECT_EQ(members.datasets.at(0).values, (Values{point("Jan", 1), gap("Feb")}));
}

TEST(ChartContent, ReadsObjectsByTheKeysOfParsing) {
  // As in the documentation of Chart.js.
  const Chart bars = chart(R"({"type":"bar","data":{"labels":["Jan","Feb"],"datasets":[
    {"label":"Net","data":[{"x":"Jan","net":100},{"x":"Feb","net":"120"}],
     "parsing":{"yAxisKey":"net"}},
    {"label":"Cost","data":[{"x":"Jan","cogs":50},{"x":"Feb","y":1}],
     "parsing":{"yAxisKey":"cogs"}}]}})");
  EXPECT_EQ(bars.datasets.at(0).values, (Values{point("Jan", 100), point("Feb", 120)}));
  EXPECT_EQ(bars.datasets.at(1).values, (Values{point("Jan", 50), gap("Feb")}));
  const Chart nested = chart(R"({"type":"bar","data":{"datasets":[
    {"data":[{"id":"Sales","nested":{"value":1500}},{"id":"Purchases","nested":null}]}]},
    "options":{"parsing":{"xAxisKey":"id","yAxisKey":"nested.value"}}})");
  EXPECT_EQ(nested.datasets.at(0).values, (Values{point("Sales", 1500), gap("Purchases")}));
  const Chart slices = chart(R"({"type":"doughnut","data":{"labels":["a"],"datasets":[
    {"data":[{"id":"Sales","nested":{"value":1500}}]}]},
    "options":{"parsing":{"key":"nested.value"}}})");
  EXPECT_EQ(slices.datasets.at(0).values, (Values{1500.0}));
  const Chart dots = chart(R"({"type":"line","data":{"datasets":[
    {"data":[{"a.b":1,"c":2}],"parsing":{"xAxisKey":"a\\.b"}}]},
    "options":{"parsing":{"xAxisKey":"d","yAxisKey":"c"}}})");
  EXPECT_EQ(dots.datasets.at(0).values, (Values{point(1, 2)}));
}

TEST(ChartContent, ReadsOtherFormsOfDataBesideTheKeysOfParsing) {
  const Chart horizontal = chart(R"({"type":"bar","data":{"datasets":[
    {"data":[{"name":"a","size":3},{"name":"b","size":[1,2]}]}]},
    "options":{"indexAxis":"y","parsing":{"xAxisKey":"size","yAxisKey":"name"}}})");
  EXPECT_EQ(horizontal.datasets.at(0).values,
            (Values{point("a", 3), ChartPoint{"b", 2, std::nullopt, {}, 1}}));
  const Chart members = chart(R"({"type":"bar","data":{"datasets":[{"data":{"Jan":1}}]},
    "options":{"parsing":{"xAxisKey":"id","yAxisKey":"sold"}}})");
  EXPECT_EQ(members.datasets.at(0).values, (Values{point("Jan", 1)}));
  const Chart records = chart(R"({"type":"bar","data":[{"id":"a","sold":{"net":4}}],
    "options":{"parsing":{"xAxisKey":"id","yAxisKey":"sold.net"}}})");
  EXPECT_EQ(records.datasets.at(0).values, (Values{point("a", 4)}));
  const Chart usual = chart(R"({"type":"line","data":{"datasets":[
    {"data":[{"x":1,"y":2}],"parsing":false}]},"options":{"parsing":{"yAxisKey":"c"}}})");
  EXPECT_EQ(usual.datasets.at(0).values, (Values{point(1, 2)}));
  EXPECT_EQ(problem(R"({"type":"bar","data":{"datasets":[{"data":[{"a":5}]}]},
    "options":{"parsing":{"yAxisKey":"a.b"}}})"),
            "/content/data/datasets/0/data/0/a must be an object, not a number");
  EXPECT_EQ(problem(R"({"type":"bar","data":{"datasets":[
    {"data":[{"a":5}],"parsing":{"yAxisKey":5}}]}})"),
            "/content/data/datasets/0/parsing/yAxisKey must be a string, not a number");
}

TEST(ChartContent, ReadsTheDistancesOfRadialPoints) {
  for (const std::string type : {"radar", "polarArea"}) {
    const Chart distances = chart(
        R"({"type":")" + type + R"(","labels":["a","b"],"datasets":[{"data":[{"r":5},{"r":7}]}]})");
    EXPECT_EQ(distances.datasets.at(0).values, (Values{5.0, 7.0})) << type;
  }
}

TEST(ChartContent, JoinsLabelsOfSeveralLines) {
  EXPECT_EQ(chart(R"({"labels":[["June","2024"],[]],"values":[1]})").labels,
            (Labels{"June 2024", ""}));
}

TEST(ChartContent, TreatsTooLargeNumbersAsMissing) {
  const std::string text =
      R"({"values":[1e400,1,-1e999,)" + std::string(400, '9') + R"(,"1e400"]})";
  const auto read_content = read(text.substr(0, text.rfind(',')) + "]}");
  ASSERT_TRUE(read_content);
  EXPECT_EQ((*read_content)->datasets.at(0).values, (Values{kMissing, 1.0, kMissing, kMissing}));
  EXPECT_NE(problem(text), "none");
}

TEST(ChartContent, HasNothingWithoutValues) {
  for (const std::string_view text :
       {"{}", R"({"odd":[1.0]})", R"({"type":"bar"})", R"({"data":{}})", R"({"data":[]})",
        R"({"data":[{}]})", R"({"data":[{"a":"b"}]})", R"({"data":null,"type":null})",
        R"({"datasets":[{"label":"x"}]})", R"({"datasets":[{"data":[null]}]})", R"({"series":[]})",
        R"({"values":[]})", R"({"chart":{}})", R"({"config":5})", R"({"data":{"Jan":1}})",
        R"({"xKey":"a","yKeys":["b"],"data":[{"c":1}]})"}) {
    EXPECT_TRUE(has_nothing(text)) << text << problem(text);
  }
}

TEST(ChartContent, IsEmptyIfItsDataHasNoValues) {
  for (const std::string_view text :
       {R"({"type":"bar","data":{"labels":["a"],"datasets":[]}})",
        R"({"type":"doughnut","data":{"datasets":[{"label":"A","data":[]}]}})",
        R"({"type":"line","datasets":[{"data":[null,null]}]})", R"({"type":"bar","data":[]})"})
    EXPECT_TRUE(chart(text).is_empty) << text;
  EXPECT_TRUE(has_nothing(R"({"type":"bar","datasets":[{"points":[1,2]}]})"))
      << "its data may be there under another name";
}

TEST(ChartContent, WritesTimesInOneWay) {
  const Chart read = chart(R"({"type":"line","data":{"labels":[1772409600000,"2026-03-03"],
    "datasets":[{"data":[1,{"x":1772452800000,"y":2},{"x":"2026-03-05","y":3},{"x":1e300,"y":4}]}]},
    "options":{"scales":{"x":{"type":"time"}}}})");
  EXPECT_TRUE(read.has_times);
  EXPECT_EQ(read.labels, (std::vector<std::string>{"2026-03-02", "2026-03-03"}));
  EXPECT_EQ(
      read.datasets.at(0).values,
      (Values{1.0, ChartPoint{"2026-03-02T12:00:00Z", 2, std::nullopt},
              ChartPoint{"2026-03-05", 3, std::nullopt}, ChartPoint{1e300, 4, std::nullopt}}));
  EXPECT_FALSE(chart(R"({"type":"line","data":{"datasets":[{"data":[{"x":1772409600000,"y":2}]}]},
    "options":{"scales":{"y":{"type":"time"}}}})")
                   .has_times);
}

TEST(ChartContent, ReadsNamesInPlaceOfValues) {
  const Chart read = chart(R"({"type":"line","data":{"labels":["a","b"],
    "datasets":[{"data":["ON","OFF"]},{"data":[{"x":"b","y":"ON"}]}]},
    "options":{"scales":{"y":{"type":"category","labels":["ON","OFF"]}}}})");
  EXPECT_EQ(read.datasets.at(0).values, (Values{std::string_view("ON"), std::string_view("OFF")}));
  EXPECT_EQ(read.datasets.at(1).values, (Values{ChartPoint{"b", 0, std::nullopt, "ON"}}));
  EXPECT_EQ(problem(R"({"type":"line","datasets":[{"data":["ON"]}]})"),
            "/content/datasets/0/data/0 must be a number or null, not a string");
}

TEST(ChartContent, TakesXForTheValueOfHorizontalBars) {
  const Chart read = chart(R"({"type":"bar","options":{"indexAxis":"y"},
    "data":{"datasets":[{"data":[{"x":5,"y":"North"}]}]}})");
  EXPECT_EQ(read.datasets.at(0).values, (Values{ChartPoint{"North", 5, std::nullopt}}));
}

TEST(ChartContent, ReadsASubtitle) {
  EXPECT_EQ(chart(R"({"type":"bar","values":[1],
    "options":{"plugins":{"subtitle":{"display":true,"text":["In","May"]}}}})")
                .subtitle,
            "In May");
}

TEST(ChartContent, NamesFieldsOfTheWrongTypeByTheirPointers) {
  const std::vector<std::pair<std::string_view, std::string_view>> cases{
      {R"([1])", "/content must be an object, not an array"},
      {R"({"type":5})", "/content/type must be a string, not a number"},
      {R"({"chartType":["bar"]})", "/content/chartType must be a string, not an array"},
      {R"({"chart":{"type":1}})", "/content/chart/type must be a string, not a number"},
      {R"({"options":[]})", "/content/options must be an object, not an array"},
      {R"({"options":{"plugins":{"title":{"text":1}}}})",
       "/content/options/plugins/title/text must be a string or an array, not a number"},
      {R"({"options":{"title":["a",{}]}})",
       "/content/options/title/1 must be a string, a number or null, not an object"},
      {R"({"data":"x"})", "/content/data must be an object or an array, not a string"},
      {R"({"labels":"x"})", "/content/labels must be an array, not a string"},
      {R"({"labels":["a",{}]})",
       "/content/labels/1 must be a string, a number or null, not an object"},
      {R"({"labels":[true]})",
       "/content/labels/0 must be a string, a number or null, not a boolean"},
      {R"({"data":{"labels":{}}})", "/content/data/labels must be an array, not an object"},
      {R"({"data":{"datasets":{}}})", "/content/data/datasets must be an array, not an object"},
      {R"({"data":{"datasets":["x"]}})",
       "/content/data/datasets/0 must be an object, not a string"},
      {R"({"datasets":[{"label":[]}]})",
       "/content/datasets/0/label must be a string or a number, not an array"},
      {R"({"datasets":[{"type":1}]})", "/content/datasets/0/type must be a string, not a number"},
      {R"({"datasets":[{"data":"x"}]})",
       "/content/datasets/0/data must be an array or an object, not a string"},
      {R"({"data":{"datasets":[{"data":[1,2,3,"four"]}]}})",
       "/content/data/datasets/0/data/3 must be a number or null, not a string"},
      {R"({"datasets":[{"data":[true]}]})",
       "/content/datasets/0/data/0 must be a number or null, not a boolean"},
      {R"({"datasets":[{"data":{"a/b~c":"x"}}]})",
       "/content/datasets/0/data/a~1b~0c must be a number or null, not a string"},
      {R"({"datasets":[{"data":[{"x":1,"y":"z"}]}]})",
       "/content/datasets/0/data/0/y must be a number or null, not a string"},
      {R"({"datasets":[{"data":[{"x":[],"y":1}]}]})",
       "/content/datasets/0/data/0/x must be a number or a string, not an array"},
      {R"({"datasets":[{"data":[{"x":1,"y":1,"r":{}}]}]})",
       "/content/datasets/0/data/0/r must be a number or a string, not an object"},
      {R"({"type":"bar","datasets":[{"data":[[1]]}]})",
       "/content/datasets/0/data/0 must be two numbers: [low, high]"},
      {R"({"type":"bar","datasets":[{"data":[[1,"x"]]}]})",
       "/content/datasets/0/data/0/1 must be a number or null, not a string"},
      {R"({"type":"scatter","datasets":[{"data":[[1,2,3,4]]}]})",
       "/content/datasets/0/data/0 must be a point: [x, y]"},
      {R"({"type":"pie","datasets":[{"data":[[1,2]]}]})",
       "/content/datasets/0/data/0 must be a number or null, not an array"},
      {R"({"series":{}})", "/content/series must be an array, not an object"},
      {R"({"series":[{"data":5}]})",
       "/content/series/0/data must be an array or an object, not a number"},
      {R"({"categories":5,"series":[]})", "/content/categories must be an array, not a number"},
      {R"({"xAxis":{"categories":"a"},"series":[]})",
       "/content/xAxis/categories must be an array, not a string"},
      {R"({"values":7})", "/content/values must be an array or an object, not a number"},
      {R"({"values":["x"]})", "/content/values/0 must be a number or null, not a string"},
      {R"({"data":[{"name":"a","value":1},{"name":"b","value":"x"}]})",
       "/content/data/1/value must be a number or null, not a string"},
      {R"({"data":[{"name":{},"value":1}]})",
       "/content/data/0/name must be a string, a number or null, not an object"},
      {R"({"data":[{"name":"a","value":1},7]})", "/content/data/1 must be an object, not a number"},
      {R"({"xKey":1,"data":[{"a":1}]})", "/content/xKey must be a string, not a number"},
      {R"({"yKeys":{},"data":[{"a":1}]})",
       "/content/yKeys must be an array or a string, not an object"},
      {R"({"yKeys":[1],"data":[{"a":1}]})", "/content/yKeys/0 must be a string, not a number"},
      {R"({"config":{"data":5}})",
       "/content/config/data must be an object or an array, not a number"},
  };
  for (const auto& [text, message] : cases) EXPECT_EQ(problem(text), message) << text;
}

TEST(ChartContent, SkipsAliasesOfTheWrongTypeIfAnotherIsValid) {
  EXPECT_EQ(chart(R"({"type":5,"chartType":"pie","values":[1]})").kind, ChartKind::pie);
}

TEST(ChartContent, RejectsDuplicateKeysThatItReads) {
  for (const std::string_view text :
       {R"({"data":{"datasets":[{"data":[1],"data":[2]}]}})",
        R"({"data":{"labels":[],"labels":[]}})", R"({"data":[{"name":"a","value":1,"value":2}]})",
        R"({"data":[{"name":"a","name":"b","value":2}]})",
        R"({"datasets":[{"data":[{"x":1,"y":1,"y":2}]}]})"})
    EXPECT_NE(problem(text).find("duplicate key"), std::string::npos) << text;
  EXPECT_EQ(problem(R"({"datasets":[{"data":[1],"data":[2]}]})"),
            "/content/datasets/0 has a duplicate key \"data\"");
  EXPECT_EQ(problem(R"({"datasets":[{"data":[1],"odd":{"a":1,"a":2}}]})"), "none");
}

TEST(ChartContent, LeavesVegaLiteSpecificationsAsTheyAre) {
  for (const std::string_view text :
       {R"({"$schema":"https://vega.github.io/schema/vega-lite/v5.json",)"
        R"("data":{"values":[{"a":1}]}})",
        R"({"$schema":"https://vega.github.io/schema/vega-lite/v5.json","layer":[]})",
        R"({"mark":"bar","encoding":{"x":{"field":"a"}},"data":{"values":[{"a":1}]}})",
        R"({"mark":{"type":"bar"},"encoding":{},"data":{"values":[{"data":{"url":"x"}}]}})"}) {
    const auto tree = core::JsonTree::parse(text);
    const auto shown = read_chart(tree->root());
    EXPECT_EQ((*shown)->vega_lite->text(), text);
    EXPECT_TRUE((*shown)->datasets.empty());
  }
  const auto tree =
      core::JsonTree::parse(R"({"chart":{"mark":"bar","encoding":{},"data":{"values":[]}}})");
  EXPECT_EQ((*read_chart(tree->root()))->vega_lite->text(),
            R"({"mark":"bar","encoding":{},"data":{"values":[]}})");
}

TEST(ChartContent, AcceptsOnlyInlineDataInVegaLite) {
  EXPECT_EQ(problem(R"({"mark":"bar","encoding":{},"data":{"url":"https://x.test/a.csv"}})"),
            "/content/data/url is not supported; provide inline data in data.values");
  EXPECT_EQ(
      problem(R"({"$schema":"vega-lite","layer":[{"transform":[{"from":{"data":{"url":1}}}]}]})"),
      "/content/layer/0/transform/0/from/data/url is not supported; provide inline data in "
      "data.values");
}

TEST(ChartContent, DrawsNothingAboveTheLimitOfValues) {
  std::string text = R"({"values":[)";
  for (std::size_t i = 0; i < kMaximumChartValues; ++i) text += "1,";
  EXPECT_TRUE(has_nothing(text + "1]}"));
  // Few values, but each record has a key of its own.
  std::string records = R"({"data":[)";
  for (int i = 0; i < 2000; ++i) records += "{\"k" + std::to_string(i) + "\":1},";
  EXPECT_TRUE(has_nothing(records + "{}]}"));
}

TEST(ChartContent, ReadsUnusualKeys) {
  const Chart read_chart = chart(R"({"data":[{"":"a","😀":1,"\ud83d\ude01":2}]})");
  EXPECT_EQ(read_chart.datasets.at(0).label, "😀");
  EXPECT_EQ(read_chart.datasets.at(1).label, "😁");
  EXPECT_EQ(chart(R"({"xKey":"","yKeys":["v"],"data":[{"":"a","v":1}]})").labels, (Labels{"a"}));
}

// Anyone can choose the labels of columns: a table of hashes would compare each with all others.
TEST(ChartContent, ReadsKeysOfTheSameHashAboutAsFastAsOthers) {
  const auto ticks = [](const std::vector<std::string>& keys) {
    std::string records;
    for (const std::string& key : keys) records += R"({"name":"a",")" + key + R"(":1},)";
    const std::string text = R"({"type":"bar","data":[)" + records + R"({"name":"b"}]})";
    std::clock_t least = std::numeric_limits<std::clock_t>::max();
    for (int round = 0; round < 3; ++round) {
      const std::clock_t start = std::clock();
      EXPECT_TRUE(read(text)) << problem(text);
      least = std::min(least, std::clock() - start);
    }
    return least;
  };
  const std::vector<std::string> alike = core::names_of_same_hash(5000);
  std::vector<std::string> others = alike;
  for (std::string& key : others) key = key.substr(1) + '-';
  EXPECT_LT(ticks(alike), 10 * ticks(others));
}

TEST(ChartContent, AcceptsDeepNestingInIgnoredMembers) {
  const std::string deep = std::string(60, '[') + std::string(60, ']');
  EXPECT_TRUE(has_nothing("{\"odd\":" + deep + "}"));
  EXPECT_EQ(problem("{\"values\":[" + deep + "]}").substr(0, 17), "/content/values/0");
  EXPECT_EQ(problem("{\"$schema\":\"vega-lite\",\"layer\":" + deep + "}"), "none");
}

TEST(CheckContent, ChecksCharts) {
  EXPECT_TRUE(check_content(Template::chart, R"({"type":"bar","data":{}})"));
  EXPECT_TRUE(check_content(Template::chart, R"({"odd":[1.0,{"a":"<b>"}]})"));
  const auto wrong = check_content(Template::chart, R"({"type":1})");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().code, ErrorCode::invalid_content);
  EXPECT_FALSE(check_content(Template::chart, "{"));
}

// The settings of the only dataset of a chart with these options.
std::string settings_of(const std::string& dataset, const std::string& options = "{}") {
  const std::string content = R"({"type":"line","data":{"datasets":[{"data":[1])" + dataset +
                              R"(}]},"options":)" + options + "}";
  return json_of(chart(content).datasets.front().settings);
}

TEST(ChartContent, ReadsHowADatasetLooks) {
  EXPECT_EQ(
      settings_of(R"(,"onClick":"x","stack":7,"__proto__":1,"tension":0.4,"borderDash":[5,5])"),
      R"({"dash":[5,5],"tension":0.4,"stack":"7"})");
  EXPECT_EQ(settings_of(R"(,"stepped":true,"pointStyle":false,"fill":false,"showLine":false)"),
            R"({"fill":false,"point":"none","hasLine":false,"steps":"before"})");
  EXPECT_EQ(settings_of(R"(,"tension":3,"borderWidth":-1,"stepped":"up","pointStyle":"house")"),
            "{}");
  EXPECT_EQ(settings_of(R"(,"fill":{"target":{"value":3},"above":"red"})"),
            R"({"fill":{"value":3}})");
}

TEST(ChartContent, TakesOnlyWhatHasTheShapeOfAColour) {
  for (const std::string colour :
       {R"("red")", R"("#abc")", R"("#A0B1C2d3")", R"c("rgba(1, 2, 3, 0.4)")c",
        R"c("HSL(9deg 50% 5%)")c", R"(["red","blue"])"})
    EXPECT_EQ(settings_of(R"(,"borderColor":)" + colour), R"({"lineColours":)" + colour + "}");
  for (const std::string other :
       {R"c("url(x)")c", R"("#12")", R"("#12345g")", R"c("rgb(1)x")c", R"c("r(1)")c",
        R"c("var(--text)")c", R"("a b")", R"({"odd":1})", R"(["red",{"odd":1}])", "[]", "5"})
    EXPECT_EQ(settings_of(R"(,"borderColor":)" + other), "{}") << other;
}

TEST(ChartContent, TitlesOfLegendsMayBeAnything) {
  const auto legend_of = [](const std::string& title) {
    const Chart read_chart = chart(R"({"type":"bar","values":[1],"options":{"plugins":{"legend":{
        "title":)" + title + "}}}}");
    return read_chart.settings.empty() ? std::string() : read_chart.settings.front().json;
  };
  EXPECT_EQ(legend_of(R"({"text":["Two","lines"]})"), R"({"title":"Two lines"})");
  EXPECT_EQ(legend_of(R"({"text":["One",["x"]]})"), R"({"title":"One"})");
  for (const std::string none : {R"({"display":false,"text":"x"})", R"({"text":5})", R"("x")", "5"})
    EXPECT_EQ(legend_of(none), "") << none;
}

TEST(ChartContent, OptionsOfTheChartAreThoseOfDatasetsWithoutTheirOwn) {
  const std::string options = R"({"datasets":{"line":{"borderWidth":3},"bar":{"borderWidth":9}},
      "borderWidth":4,"tension":0.2,"borderColor":"red",
      "elements":{"line":{"tension":0.9,"borderColor":"teal"},"point":{"radius":7}}})";
  EXPECT_EQ(settings_of(R"(,"borderDash":[])", options),
            R"({"dash":[],"width":3,"tension":0.2,"radius":7,"lineColours":"teal"})");
  EXPECT_EQ(settings_of(R"(,"borderWidth":1)", options),
            R"({"width":1,"tension":0.2,"radius":7,"lineColours":"teal"})");
}

}  // namespace
}  // namespace templates
