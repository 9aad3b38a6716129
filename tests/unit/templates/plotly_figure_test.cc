// Figures of Plotly, as plotly.py and Plotly Express write them.
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "chart_reading.h"
#include "templates/content.h"

namespace templates {
namespace {

Chart figure(const std::string& traces, const std::string& layout = "{}") {
  // What is read points into it.
  static std::vector<std::unique_ptr<std::string>> texts;
  texts.push_back(
      std::make_unique<std::string>(R"({"data":[)" + traces + R"(],"layout":)" + layout + "}"));
  return chart(*texts.back());
}

TEST(PlotlyFigure, ReadsBarsWithTitles) {
  const Chart bars = figure(
      R"({"hovertemplate":"%{x}","marker":{"color":"#636efa"},"name":"A<br><b>1</b> < 2","type":"bar",
          "orientation":"v","x":["Jan","Feb"],"y":[1.5,null]},
         {"marker":{"color":"teal"},"name":"B","type":"bar","x":["Jan","Feb"],"y":["3",4]})",
      R"({"title":{"text":"Sales<br>by month","subtitle":{"text":"2026"}},"barmode":"relative",
          "xaxis":{"title":{"text":"month"}},"yaxis":{"title":"EUR"}})");
  EXPECT_EQ(bars.kind, ChartKind::bar);
  EXPECT_TRUE(bars.stacked);
  EXPECT_EQ(bars.title, "Sales by month");
  EXPECT_EQ(bars.subtitle, "2026");
  EXPECT_EQ(bars.x_title, "month");
  EXPECT_EQ(bars.y_title, "EUR");
  ASSERT_EQ(bars.datasets.size(), 2U);
  EXPECT_EQ(bars.datasets[0].label, "A 1 < 2");
  EXPECT_EQ(bars.datasets[0].values, (Values{point("Jan", 1.5), gap("Feb")}));
  EXPECT_TRUE(bars.datasets[0].settings.empty());
  EXPECT_EQ(bars.datasets[1].values, (Values{point("Jan", 3), point("Feb", 4)}));
  ASSERT_EQ(bars.datasets[1].settings.size(), 2U);
  EXPECT_EQ(bars.datasets[1].settings[0].json, "\"teal\"");
}

// Takes minutes if each < looks for its > anew.
TEST(PlotlyFigure, ReadsTagsThatDoNotEnd) {
  std::string open;
  for (int i = 0; i < 2'000'000; ++i) open += "<a";
  EXPECT_EQ(figure(R"({"y":[1],"name":")" + open + R"("})").datasets.at(0).label, open);
  const std::string signs(2'000'000, '<');
  EXPECT_EQ(figure(R"({"y":[1],"name":")" + signs + R"( >"})").datasets.at(0).label, signs + " >");
}

TEST(PlotlyFigure, ReadsHorizontalBars) {
  const Chart bars = figure(R"({"type":"bar","orientation":"h","x":[3,1],"y":["one","two"]})");
  EXPECT_EQ(bars.kind, ChartKind::horizontal_bar);
  EXPECT_EQ(bars.datasets.at(0).values, (Values{point("one", 3), point("two", 1)}));
}

TEST(PlotlyFigure, ReadsCharacterReferences) {
  const Chart bars = figure(
      R"({"type":"bar","name":"Q&amp;A","x":["R&amp;D","A&B","&nope; &#233;"],"y":[1,2,3]})",
      R"({"title":{"text":"Profit &amp; loss &lt;2026&gt; <b>all</b>"},"xaxis":{"title":"a &amp;lt; b"}})");
  EXPECT_EQ(bars.title, "Profit & loss <2026> all");
  EXPECT_EQ(bars.x_title, "a &lt; b");
  EXPECT_EQ(bars.datasets.at(0).label, "Q&A");
  EXPECT_EQ(bars.datasets[0].values,
            (Values{point("R&D", 1), point("A&B", 2), point("&nope; é", 3)}));
}

TEST(PlotlyFigure, ReadsBarsThatDoNotBeginAtZero) {
  const Chart bars = figure(R"({"type":"bar","x":["a","b","c"],"y":[3,-1,2],"base":[10,5,null]},)"
                            R"({"type":"bar","x":["a"],"y":[3],"base":2})");
  ChartPoint first = point("a", 13);
  first.low = 10;
  ChartPoint second = point("b", 5);
  second.low = 4;
  EXPECT_EQ(bars.datasets.at(0).values, (Values{first, second, point("c", 2)}));
  ChartPoint other = point("a", 5);
  other.low = 2;
  EXPECT_EQ(bars.datasets.at(1).values, (Values{other}));
  EXPECT_TRUE(bars.unsupported.empty());
}

TEST(PlotlyFigure, ReadsTimelines) {
  constexpr double k2024 = 1'704'067'200'000;  // 2024-01-01
  const Chart plan = figure(
      R"({"type":"bar","orientation":"h","base":["2024-01-01","2024-02-01T00:00:00.000000000"],
          "x":[2678400000,1209600000],"y":["Plan","Build"]},)"
      R"({"type":"bar","orientation":"h","base":["2024-01-01",null],"x":[86400000,1],
          "y":["Test","Other"]})",
      R"({"barmode":"overlay","xaxis":{"type":"date"}})");
  EXPECT_TRUE(plan.datasets.at(0).has_times);
  ChartPoint first = point("Plan", k2024 + 2'678'400'000);
  first.low = k2024;
  ChartPoint second = point("Build", k2024 + 2'678'400'000 + 1'209'600'000);
  second.low = k2024 + 2'678'400'000;
  EXPECT_EQ(plan.datasets[0].values, (Values{first, second}));
  ChartPoint third = point("Test", k2024 + 86'400'000);
  third.low = k2024;
  EXPECT_EQ(plan.datasets.at(1).values, (Values{third, gap("Other")}))
      << "a length alone is no time";
  ASSERT_EQ(plan.unsupported.size(), 1U);
  EXPECT_EQ(plan.unsupported[0].field, "/content/data/1");
  // Bars of several traces lie in the same row.
  ASSERT_FALSE(plan.datasets[0].settings.empty());
  EXPECT_EQ(plan.datasets[0].settings.back().name, "grouped");
  EXPECT_EQ(plan.datasets[0].settings.back().json, "false");
}

TEST(PlotlyFigure, ReadsLinesPointsAndAreas) {
  EXPECT_EQ(figure(R"({"y":[1,2]})").datasets.at(0).values, (Values{1.0, 2.0}));
  EXPECT_EQ(figure(R"({"y":[1,2]})").kind, ChartKind::line);
  const Chart points = figure(
      R"({"type":"scattergl","mode":"markers","x":[1,2],"y":[3,4]},
         {"type":"scatter","mode":"lines","name":"trend","x":[1,2],"y":[3,4]})");
  EXPECT_EQ(points.kind, ChartKind::scatter);
  EXPECT_EQ(points.datasets.at(0).values, (Values{point(1, 3), point(2, 4)}));
  EXPECT_EQ(points.datasets.at(1).kind, ChartKind::line);
  const Chart bubbles = figure(R"({"mode":"markers","x":[1],"y":[3],"marker":{"size":[10]}})");
  EXPECT_EQ(bubbles.kind, ChartKind::bubble);
  EXPECT_EQ(bubbles.datasets.at(0).values, (Values{point(1, 3, 10)}));
  const Chart areas = figure(R"({"stackgroup":"1","mode":"lines","x":["a"],"y":[3]})");
  EXPECT_EQ(areas.kind, ChartKind::area);
  EXPECT_TRUE(areas.stacked);
  const Chart named = figure(R"({"mode":"markers","x":["a","b"],"y":[3,4]})");
  EXPECT_EQ(named.kind, ChartKind::line);
  ASSERT_EQ(named.datasets.at(0).settings.size(), 1U);
  EXPECT_EQ(named.datasets.at(0).settings[0].name, "hasLine");
}

TEST(PlotlyFigure, ReadsPiesAndRings) {
  const Chart pie = figure(R"({"type":"pie","labels":["a","b"],"values":[3,1]})");
  EXPECT_EQ(pie.kind, ChartKind::pie);
  EXPECT_EQ(pie.datasets.at(0).values, (Values{point("a", 3), point("b", 1)}));
  EXPECT_EQ(figure(R"({"type":"pie","labels":["a"],"values":[3],"hole":0.4})").kind,
            ChartKind::doughnut);
}

TEST(PlotlyFigure, ReadsNumbersOfNumPy) {
  const Chart bars = figure(
      R"({"type":"bar","x":["a","b","c"],"y":{"dtype":"f8","bdata":"AAAAAAAA+D8AAAAAAAAAwAAAAAAAAPh/"}},
         {"type":"bar","x":["a","b","c"],"y":{"dtype":"i1","bdata":"Af8D"}})");
  EXPECT_EQ(bars.datasets.at(0).values, (Values{point("a", 1.5), point("b", -2), gap("c")}));
  EXPECT_EQ(bars.datasets.at(1).values, (Values{point("a", 1), point("b", -1), point("c", 3)}));
  for (const std::string y :
       {R"({"dtype":"f8","bdata":"AAAA"})", R"({"dtype":"f9","bdata":"AAAA"})",
        R"({"dtype":"i1","bdata":"?"})", R"({"dtype":"i1","bdata":7})"}) {
    const auto wrong = read(R"({"data":[{"type":"bar","x":["a"],"y":)" + y + "}]}");
    ASSERT_FALSE(wrong) << y;
    EXPECT_EQ(wrong.error().field, "/content/data/0/y");
  }
}

TEST(PlotlyFigure, DrawsDatesAlongTime) {
  const Chart days = figure(
      R"({"mode":"lines","x":["2026-01-01T00:00:00.000000000","2026-01-02T00:00:00"],"y":[1,2]})");
  EXPECT_TRUE(days.has_times);
  EXPECT_EQ(days.datasets.at(0).values, (Values{point("2026-01-01", 1), point("2026-01-02", 2)}));
  const Chart hours = figure(R"({"x":["2026-01-01T10:00:00.000000000",
                                      "2026-01-01T10:00:00.250000000"],"y":[1,2]})");
  EXPECT_EQ(hours.datasets.at(0).values,
            (Values{point("2026-01-01T10:00:00", 1), point("2026-01-01T10:00:00.250", 2)}));
  const Chart bars = figure(R"({"type":"bar","x":["2026-01-01T00:00:00"],"y":[1]})");
  EXPECT_FALSE(bars.has_times);
  EXPECT_EQ(bars.datasets.at(0).values, (Values{point("2026-01-01", 1)}));
}

TEST(PlotlyFigure, KeepsMonthsAsLabels) {
  const Chart months = figure(R"({"x":["2026-01","2026-02"],"y":[1,2]})");
  EXPECT_FALSE(months.has_times);
  EXPECT_EQ(months.datasets.at(0).values, (Values{point("2026-01", 1), point("2026-02", 2)}));
}

TEST(PlotlyFigure, TakesTheTypeOfTheChartForTracesWithout) {
  const Chart bars = chart(R"({"type":"bar","data":[{"name":"A","x":["a"],"y":[1]}]})");
  EXPECT_EQ(bars.kind, ChartKind::bar);
  EXPECT_EQ(bars.datasets.at(0).label, "A");
}

TEST(PlotlyFigure, LeavesOutWhatIsHidden) {
  const Chart lines = figure(
      R"({"y":[1],"visible":false},{"y":[2],"visible":"legendonly"},{"y":[3],"visible":true})");
  ASSERT_EQ(lines.datasets.size(), 2U);
  ASSERT_EQ(lines.datasets[0].settings.size(), 1U);
  EXPECT_EQ(lines.datasets[0].settings[0].name, "hidden");
}

TEST(PlotlyFigure, SaysWhichTracesAreNotDrawn) {
  const auto findings = check_content(
      core::Template::chart,
      R"({"data":[{"type":"bar","x":["a"],"y":[1]},{"type":"heatmap","z":[[1]]},{"type":"box","y":[1]}]})");
  ASSERT_TRUE(findings);
  ASSERT_EQ(findings->warnings.size(), 1U);
  EXPECT_EQ(findings->warnings[0].code, core::WarningCode::unsupported_in_chart);
  EXPECT_EQ(findings->warnings[0].field, "/content/data/1");
  const auto alone = check_content(core::Template::chart, R"({"data":[{"type":"box","y":[1,2]}]})");
  ASSERT_TRUE(alone);
  EXPECT_FALSE(alone->is_shown);
  EXPECT_EQ(alone->warnings.at(0).code, core::WarningCode::unsupported_in_chart);
}

TEST(PlotlyFigure, DoesNotDrawMoreValuesThanAnyChart) {
  const std::string packed(800'000, 'A');
  std::string traces;
  for (int i = 0; i < 8; ++i) {
    if (i > 0) traces += ',';
    traces += R"({"y":{"dtype":"u1","bdata":")" + packed + R"("}})";
  }
  const auto content = read(R"({"data":[)" + traces + "]}");
  ASSERT_TRUE(content);
  EXPECT_FALSE(*content);
}

TEST(PlotlyFigure, IsNotMistakenForRecords) {
  EXPECT_EQ(chart(R"({"type":"bar","data":[{"x":"a","y":1},{"x":"b","y":2}]})").labels.size(), 2U);
}

}  // namespace
}  // namespace templates
