// Charts whose values are times: floating bars between dates.

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "../texts.h"
#include "chart_reading.h"
#include "core/artifact.h"
#include "templates/content.h"

namespace templates {
namespace {

using core::Template;
using tests::has;

constexpr double kDay = 86'400'000;
constexpr double k2024 = 1'704'067'200'000;  // 2024-01-01

// Lying bars with these values on an axis with these settings.
std::string plan(const std::string& values, const std::string& axis = R"("type":"time")",
                 const std::string& index_axis = "y") {
  const std::string value_axis = index_axis == "y" ? "x" : "y";
  return R"({"type":"bar","data":{"labels":["Plan","Build"],"datasets":[{"label":"Phase","data":[)" +
         values + R"(]}]},"options":{"indexAxis":")" + index_axis + R"(","scales":{")" +
         value_axis + "\":{" + axis + "}}}}";
}

std::string page(const std::string& content) {
  return render_content(Template::chart, content).html.str();
}

std::string problem(const std::string& content) {
  const auto read_content = read(content);
  return read_content ? "none" : read_content.error().sentence();
}

TEST(ChartValueTimes, AreReadFromBothEndsOfBars) {
  for (const std::string index_axis : {"x", "y"}) {
    const Chart bars = chart(
        plan(R"(["2024-01-01","2024-01-31"],["2024-02-10T12:00","2024-02-01 06:00:00+02:00"])",
             R"("type":"time")", index_axis));
    EXPECT_TRUE(bars.datasets.at(0).has_times);
    EXPECT_FALSE(bars.has_times) << "the labels are none";
    EXPECT_EQ(bars.datasets[0].values,
              (Values{ChartRange{k2024, k2024 + 30 * kDay},
                      ChartRange{k2024 + (31 + 4.0 / 24) * kDay, k2024 + 40.5 * kDay}}));
  }
  const Chart points = chart(plan(R"({"x":["2024-01","2025"],"y":"Plan"},{"x":null,"y":"Build"})"));
  EXPECT_TRUE(points.datasets.at(0).has_times);
  EXPECT_EQ(
      points.datasets[0].values,
      (Values{ChartPoint{"Plan", k2024 + 366 * kDay, std::nullopt, {}, k2024}, gap("Build")}));
}

TEST(ChartValueTimes, MayBeMillisecondsAndSingleDates) {
  const std::string content = plan(R"([1704067200000,1704153600000],"2024-02-01")");
  const Chart bars = chart(content);
  EXPECT_TRUE(bars.datasets.at(0).has_times);
  EXPECT_EQ(bars.datasets[0].values, (Values{ChartRange{k2024, k2024 + kDay}, k2024 + 31 * kDay}));
  EXPECT_EQ(csv(content), "Label,Phase|Plan,2024-01-01 – 2024-01-02|Build,2024-02-01|");
}

TEST(ChartValueTimes, AreDatesInTheTableAndItsForms) {
  const std::string content =
      plan(R"(["2024-01-01","2024-02-10"],["2024-02-01T09:30","2024-04-15"])");
  EXPECT_TRUE(has(page(content), "2024-01-01 – 2024-02-10</td>"));
  EXPECT_TRUE(has(page(content), "2024-02-01T09:30:00Z – 2024-04-15</td>"));
  EXPECT_TRUE(has(page(content), R"("axes":[{},{"scale":"times"}])"));
  EXPECT_EQ(csv(content),
            "Label,Phase|Plan,2024-01-01 – 2024-02-10|Build,2024-02-01T09:30:00Z – 2024-04-15|");
  EXPECT_EQ(render_content(Template::chart, content).scripts.size(), 3U) << "with the calendar";
}

TEST(ChartValueTimes, OfAPlanAsItIsSent) {
  const std::string content =
      R"({"type": "bar", "data": {"labels": ["Plan", "Build", "Test"], "datasets": [{"label": "Phase",
      "data": [["2024-01-01", "2024-02-10"], ["2024-02-01", "2024-04-15"], ["2024-04-01", "2024-05-20"]]}]},
      "options": {"indexAxis": "y", "scales": {"x": {"type": "time", "min": "2024-01-01"}}}})";
  const Chart bars = chart(content);
  EXPECT_EQ(bars.datasets.at(0).values,
            (Values{ChartRange{k2024, k2024 + 40 * kDay},
                    ChartRange{k2024 + 31 * kDay, k2024 + 105 * kDay},
                    ChartRange{k2024 + 91 * kDay, k2024 + 140 * kDay}}));
  EXPECT_TRUE(bars.unsupported.empty());
  EXPECT_EQ(csv(content),
            "Label,Phase|Plan,2024-01-01 – 2024-02-10|Build,2024-02-01 – 2024-04-15|"
            "Test,2024-04-01 – 2024-05-20|");
}

TEST(ChartValueTimes, AreThoseOfAnAxisAlone) {
  const Chart mixed = chart(
      R"({"type":"bar","data":{"labels":["a"],"datasets":[
      {"yAxisID":"when","data":[["2024-01-01","2024-01-02"]]},{"yAxisID":"count","data":[[1,5]]}]},
      "options":{"scales":{"count":{"axis":"y"},"when":{"axis":"y","type":"time"}}}})");
  EXPECT_TRUE(mixed.datasets.at(0).has_times);
  EXPECT_FALSE(mixed.datasets.at(1).has_times);
  EXPECT_EQ(mixed.datasets[1].values, (Values{ChartRange{1, 5}}));
}

TEST(ChartValueTimes, AreNotSmallNumbers) {
  const Chart numbers = chart(plan("[8,17],[9,1704067200000]"));
  EXPECT_FALSE(numbers.datasets.at(0).has_times);
  EXPECT_EQ(numbers.datasets[0].values, (Values{ChartRange{8, 17}, ChartRange{9, k2024}}));
  EXPECT_FALSE(chart(plan("[null,null],[1704067200000,1704153600000]", R"("type":"linear")"))
                   .datasets.at(0)
                   .has_times);
}

TEST(ChartValueTimes, NeedTwoDatesAndAnAxisForThem) {
  const std::string at = "/content/data/datasets/0/data/";
  const std::string no_date =
      " must be a date such as 2026-01-31 or 2026-01-31T18:00:00Z, milliseconds since 1970, or "
      "null";
  EXPECT_EQ(problem(plan(R"(["2024-01-01","soon"])")), at + "0/1" + no_date);
  EXPECT_EQ(problem(plan(R"(["2024-02-30","2024-03-01"])")), at + "0/0" + no_date);
  const std::string no_pair = R"( must be two dates: ["2026-01-01", "2026-02-15"])";
  EXPECT_EQ(problem(plan(R"(["2024-01-01"])")), at + "0" + no_pair);
  EXPECT_EQ(problem(plan(R"(["2024-01-01","2024-02-01","2024-03-01"])")), at + "0" + no_pair);
  const std::string no_axis =
      " must be a number or null: dates need the type \"time\" for the axis of the values, in "
      "options.scales";
  EXPECT_EQ(problem(plan(R"(["2024-01-01","2024-02-01"])", R"("min":"2024-01-01")")),
            at + "0/0" + no_axis);
  EXPECT_EQ(problem(R"({"type":"bar","data":{"datasets":[{"data":["2024-01-01T10:00"]}]}})"),
            at + "0" + no_axis);
}

TEST(ChartValueTimes, OfOneEndAreAGapWithAWarning) {
  const Chart open = chart(plan(R"(["2024-01-01",null],["2024-01-01","2024-02-01"])"));
  EXPECT_EQ(open.datasets.at(0).values,
            (Values{std::monostate(), ChartRange{k2024, k2024 + 31 * kDay}}));
  ASSERT_EQ(open.unsupported.size(), 1U);
  EXPECT_EQ(open.unsupported[0].field, "/content/data/datasets/0/data/0");
  EXPECT_TRUE(chart(plan(R"([null,null],["2024-01-01","2024-02-01"])")).unsupported.empty());
  EXPECT_TRUE(chart(plan("[1,null],[1,2]", R"("type":"linear")")).unsupported.empty());
}

}  // namespace
}  // namespace templates
