// Charts from records: which of their keys become labels, datasets, or neither.

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "../texts.h"
#include "chart_reading.h"
#include "core/artifact.h"
#include "templates/content.h"

namespace templates {
namespace {

using core::Template;
using tests::has;

// Of a bar chart from records.
std::string bars(const std::string& records, const std::string& members = {}) {
  return csv(R"({"type":"bar","data":[)" + records + "]" + members + "}");
}

std::vector<std::string> warnings(const std::string& content) {
  const auto findings = check_content(Template::chart, content);
  if (!findings) return {"error " + findings.error().sentence()};
  std::vector<std::string> messages;
  for (const core::Warning& warning : findings->warnings)
    messages.push_back(std::string(to_string(warning.code)) + " " + warning.field + " " +
                       warning.message);
  return messages;
}

// The only warning of a bar chart from records; empty if there is none.
std::string warning(const std::string& records, const std::string& members = {}) {
  const auto all = warnings(R"({"type":"bar","data":[)" + records + "]" + members + "}");
  EXPECT_LE(all.size(), 1U) << records;
  return all.empty() ? std::string() : all.front();
}

TEST(ChartRecords, DrawEveryColumnOfNumbers) {
  EXPECT_EQ(bars(R"({"date":"2026-01-01","count":10,"errors":2},{"date":"2026-01-02","count":9})"),
            "Label,count,errors|2026-01-01,10,2|2026-01-02,9,|");
  EXPECT_EQ(bars(R"({"name":"a","value":1,"target":2})"), "Label,value,target|a,1,2|");
  EXPECT_EQ(bars(R"({"month":"May","amount":1,"cost":"2"})"), "Label,amount,cost|May,1,2|");
  EXPECT_EQ(bars(R"({"x":"a","y":1,"y2":2})"), "Label,y,y2|a,1,2|");
  EXPECT_EQ(csv(R"({"type":"scatter","data":[{"x":1,"y":2,"y2":3},{"x":2,"y":4,"y2":5}]})"),
            "Dataset,x,y|y,1,2|y,2,4|y2,1,3|y2,2,5|");
  EXPECT_EQ(bars(R"({"name":"a","value":1,"target":2})", R"(,"yKeys":["target"])"),
            "Label,target|a,2|");
  EXPECT_EQ(warning(R"({"name":"a","value":1,"target":2})"), "");
}

TEST(ChartRecords, DoNotDrawIdentifiersBesideOtherNumbers) {
  EXPECT_EQ(bars(R"({"id":90001,"name":"a","value":1})"), "Label,value|a,1|");
  EXPECT_TRUE(has(warning(R"({"id":90001,"name":"a","value":1})"), "\"id\""));
  EXPECT_EQ(bars(R"({"id":3,"name":"a"})"), "Label,id|a,3|");
  EXPECT_EQ(bars(R"({"id":3,"name":"a","value":1})", R"(,"yKeys":["id"])"), "Label,id|a,3|");
}

TEST(ChartRecords, ShowGapsForTextsInAColumnOfNumbers) {
  const std::string records =
      R"({"month":"Jan","sales":"n/a","cost":1},{"month":"Feb","sales":2,"cost":null},
         {"month":"Mar","sales":3,"cost":3},{"month":"Apr","sales":"about 4","cost":3})";
  EXPECT_EQ(bars(records), "Label,sales,cost|Jan,,1|Feb,2,|Mar,3,3|Apr,,3|");
  EXPECT_EQ(warning(records),
            "unsupported_in_chart /content/data/0/sales the value \"n/a\" of \"sales\" is no "
            "number, so the chart has a gap there");
  EXPECT_EQ(bars(R"({"sales":"n/a","city":"A"},{"sales":2,"city":"B"})"), "Label,sales|A,|B,2|");
  EXPECT_EQ(bars(R"({"sales":"#DIV/0!","city":"A"},{"sales":2,"city":"B"})"),
            "Label,sales|A,|B,2|");
  EXPECT_EQ(bars(records, R"(,"xKey":"month","yKeys":["sales"])"),
            "Label,sales|Jan,|Feb,2|Mar,3|Apr,|");
  EXPECT_EQ(bars(R"({"name":"a","value":1},{"name":"b","value":"-"})"), "Label,value|a,1|b,|");
  EXPECT_EQ(warnings(R"({"data":[{"name":"a","value":1},{"name":"b","value":"x"}]})").front(),
            "error /content/data/1/value must be a number or null, not a string");
}

TEST(ChartRecords, SayWhatIsNotDrawnOfAColumnWithFewNumbers) {
  EXPECT_EQ(warning(R"({"name":"a","value":1,"rest":"low"},{"name":"b","value":2,"rest":3})"),
            "unsupported_in_chart /content/data the records' \"rest\" is not shown, as most of its "
            "values are no numbers");
}

TEST(ChartRecords, TakeNoLabelsFromAColumnOfNulls) {
  EXPECT_EQ(bars(R"({"sales":1,"city":"A","name":null},{"sales":2,"city":"B","name":null})"),
            "Label,sales|A,1|B,2|");
  EXPECT_EQ(bars(R"({"name":"a","sales":1},{"name":null,"sales":2})"), "Label,sales|a,1|,2|");
}

TEST(ChartRecords, TakeTimesForLabelsIfThereAreNoTexts) {
  EXPECT_EQ(bars(R"({"year":2024,"revenue":1500},{"year":2025,"revenue":2500})"),
            "Label,revenue|2024,1500|2025,2500|");
  for (const std::string name : {"yr", "Hour", "WEEK", "month", "quarter", "day", "time", "X"})
    EXPECT_EQ(bars(R"({"load":5,")" + name + R"(":1},{"load":7,")" + name + R"(":2})"),
              "Label,load|1,5|2,7|")
        << name;
  EXPECT_EQ(bars(R"({"date":1772409600000,"v":1},{"date":1772452800000,"v":2})"),
            "Label,v|2026-03-02,1|2026-03-02T12:00:00Z,2|");
  EXPECT_EQ(bars(R"({"year":2024},{"year":2025})"), "Label,year|1,2024|2,2025|")
      << "nothing else could be drawn";
  const auto page =
      render_content(Template::chart, R"({"type":"bar","data":[{"year":2024,"revenue":5}]})");
  EXPECT_TRUE(has(page.html.str(), "<th scope=\"row\">2024</th>"));
}

TEST(ChartRecords, TakeTheKeysThatOtherLibrariesName) {
  const std::string records = R"({"n":7,"year":2024,"revenue":1},{"n":8,"year":2025,"revenue":2})";
  const std::string expected = "Label,revenue|2024,1|2025,2|";
  for (const std::string members :
       {R"(,"x":"year","y":"revenue")", R"(,"x":"year","y":["revenue"])",
        R"(,"xField":"year","yField":"revenue")", R"(,"x_key":"year","y_keys":["revenue"])",
        R"(,"labelKey":"year","valueKey":"revenue")",
        R"(,"categoryKey":"year","valueKey":"revenue")",
        R"(,"index":"year","categories":["revenue"])",
        R"(,"xAxis":{"dataKey":"year"},"yKeys":["revenue"])",
        R"(,"encoding":{"x":{"field":"year"},"y":{"field":"revenue"}})"}) {
    EXPECT_EQ(bars(records, members), expected) << members;
    EXPECT_EQ(warning(records, members), "") << members;
  }
  EXPECT_TRUE(has(warning(records, R"(,"x":"year","y":["revenue","cost"])"), "\"cost\""));
}

TEST(ChartRecords, IgnoreMembersOfThoseNamesThatNameNoKeys) {
  const std::string records = R"({"month":"Jan","sales":1},{"month":"Feb","sales":2})";
  for (const std::string members :
       {R"(,"x":5,"y":{"a":1})", R"(,"x":"Months","y":"EUR")", R"(,"index":true)",
        R"(,"xAxis":{"dataKey":3},"encoding":[1])", R"(,"encoding":{"x":{"field":5},"y":7})",
        R"(,"xField":["month"],"y":[1,"sales"])"})
    EXPECT_EQ(bars(records, members), "Label,sales|Jan,1|Feb,2|") << members;
  EXPECT_EQ(bars(records, R"(,"categories":["a","b"])"), "Label,sales|a,1|b,2|");
  EXPECT_EQ(csv(R"({"type":"bar","x":"a","y":"b","data":{"labels":["a"],"datasets":[
    {"data":[1]}]}})"),
            "Label,Value|a,1|");
}

TEST(ChartRecords, MakeADatasetOfEachTextBesideRepeatedLabels) {
  EXPECT_EQ(bars(R"({"month":"Jan","region":"N","sales":1},{"month":"Jan","region":"S","sales":2},
                    {"month":"Feb","region":"S","sales":4},{"month":"Feb","region":"N","sales":3},
                    {"month":"Mar","region":"S","sales":5})"),
            "Label,N,S|Jan,1,2|Feb,3,4|Mar,,5|");
  EXPECT_EQ(bars(R"({"d":"Jan","r":"N","n":8,"v":1},{"d":"Jan","r":"S","n":9,"v":2})",
                 R"(,"x":"d","y":"v")"),
            "Label,N,S|Jan,1,2|");
  EXPECT_EQ(bars(R"({"year":2024,"region":"N","sales":1},{"year":2024,"region":"S","sales":2},
                    {"year":2025,"region":"N","sales":3},{"year":2025,"region":"S","sales":4})"),
            "Label,N,S|2024,1,2|2025,3,4|")
      << "the text is no label, as it repeats and there are times";
  EXPECT_EQ(
      bars(R"({"region":"N","date":"2026-01-01","v":1},{"region":"S","date":"2026-01-01","v":2},
                    {"region":"N","date":"2026-01-02","v":3})"),
      "Label,N,S|2026-01-01,1,2|2026-01-02,3,|");
}

TEST(ChartRecords, SayWhichColumnIsNotShownBesideRepeatedLabels) {
  const std::string twice =
      R"({"month":"Jan","region":"N","sales":1},{"month":"Jan","region":"N","sales":2})";
  EXPECT_EQ(bars(twice), "Label,sales|Jan,1|Jan,2|");
  EXPECT_EQ(
      warning(twice),
      "unsupported_in_chart /content/data labels repeat, and the records' \"region\", which may "
      "tell them apart, is not shown: give each label and text one record with one number");
  std::string many;
  for (int i = 0; i < 21; ++i)
    many += (i == 0 ? "" : ",") + (R"({"m":"Jan","r":"r)" + std::to_string(i)) + R"(","v":1})";
  EXPECT_TRUE(has(warning(many), "\"r\""));
  EXPECT_TRUE(
      has(warning(R"({"m":"Jan","r":"N","v":1,"w":2},{"m":"Jan","r":"S","v":1,"w":2})"), "\"r\""));
  const auto two = warnings(R"({"type":"bar","data":[{"m":"Jan","r":"N","s":"a","v":1},
    {"m":"Jan","r":"S","s":"b","v":1}]})");
  ASSERT_EQ(two.size(), 2U);
  EXPECT_TRUE(has(two[0], "\"r\""));
  EXPECT_TRUE(has(two[1], "\"s\""));
  EXPECT_EQ(warning(R"({"m":"Jan","note":"x","v":1},{"m":"Feb","note":"y","v":1})"), "");
  EXPECT_EQ(warning(R"({"m":"Jan","v":1},{"m":"Jan","v":2})"), "");
}

TEST(ChartRecords, MakeADatasetOfEachGroupOfPoints) {
  EXPECT_EQ(
      csv(R"({"type":"scatter","data":[{"species":"a","x":1,"y":2},{"species":"b","x":3,"y":4},
    {"species":"a","x":5,"y":6}]})"),
      "Dataset,x,y|a,1,2|a,5,6|b,3,4|");
}

TEST(ChartRecords, AreBoundedHoweverManyTextsTheyHave) {
  std::string records;
  for (int i = 0; i < 60'000; ++i)
    records += (i == 0 ? "" : ",") + (R"({"m":"l)" + std::to_string(i / 2)) + R"(","r":"r)" +
               std::to_string(i % 2) + R"(","v":1})";
  const Chart narrow = chart(R"({"type":"bar","data":[)" + records + "]}");
  EXPECT_EQ(narrow.datasets.size(), 2U);
  EXPECT_EQ(narrow.labels.size(), 30'000U);
  records.clear();
  for (int i = 0; i < 60'020; ++i)
    records += (i == 0 ? "" : ",") + (R"({"m":"l)" + std::to_string(i < 20 ? 0 : i)) +
               R"(","r":"r)" + std::to_string(i % 20) + R"(","v":1})";
  EXPECT_EQ(chart(R"({"type":"bar","data":[)" + records + "]}").datasets.size(), 1U)
      << "there would be more missing values than can be drawn";
}

}  // namespace
}  // namespace templates
