// Points without a value, and names of points.

#include <string>

#include <gtest/gtest.h>

#include "../texts.h"
#include "chart_reading.h"
#include "core/artifact.h"
#include "templates/content.h"

namespace templates {
namespace {

using core::Template;
using tests::has;

std::string page(const std::string& content) {
  return render_content(Template::chart, content).html.str();
}

// The fields of all warnings.
std::string warnings(const std::string& content) {
  const auto findings = check_content(Template::chart, content);
  if (!findings) return "error";
  std::string text;
  for (const core::Warning& warning : findings->warnings)
    text += (text.empty() ? "" : ", ") + std::string(to_string(warning.code)) + " " + warning.field;
  return text;
}

TEST(ChartGaps, KeepTheirLabels) {
  const std::string expected = "Label,Value|a,1|b,|c,3|";
  for (const std::string content :
       {R"({"data":[{"type":"bar","x":["a","b","c"],"y":[1,null,3]}]})",
        R"({"data":[{"type":"bar","orientation":"h","y":["a","b","c"],"x":[1,null,3]}]})",
        R"({"data":[{"type":"pie","labels":["a","b","c"],"values":[1,null,3]}]})",
        R"({"data":[{"type":"scatter","x":["a","b","c"],"y":[1,null,3]}]})",
        R"({"type":"bar","data":{"datasets":[{"data":[{"x":"a","y":1},{"x":"b","y":null},
            {"x":"c","y":3}]}]}})",
        R"({"type":"line","data":{"datasets":[{"data":[["a",1],["b",null],["c",3]]}]}})",
        R"({"type":"bar","options":{"indexAxis":"y"},"data":{"datasets":[{"data":[{"y":"a","x":1},
            {"y":"b","x":null},{"y":"c","x":3}]}]}})",
        R"({"type":"bar","data":{"datasets":[{"data":{"a":1,"b":null,"c":3}}]}})"}) {
    EXPECT_EQ(csv(content), expected) << content;
    EXPECT_TRUE(has(page(content), R"("y":[1,null,3])")) << content;
    EXPECT_TRUE(has(page(content), R"("labels":["a","b","c"])")) << content;
  }
}

TEST(ChartGaps, KeepTheirPlacesAmongNumbersAndTimes) {
  EXPECT_EQ(csv(R"({"data":[{"type":"scatter","mode":"lines","x":["2026-01-01","2026-01-02",
    "2026-01-03"],"y":[1,null,3]}]})"),
            "x,y|2026-01-01,1|2026-01-02,|2026-01-03,3|");
  const std::string times = R"({"type":"line","data":{"datasets":[{"data":[
    {"x":1772409600000,"y":1},{"x":1772496000000,"y":null},{"x":"2026-03-04","y":3}]}]},
    "options":{"scales":{"x":{"type":"time"}}}})";
  EXPECT_EQ(csv(times), "x,y|2026-03-02,1|2026-03-03,|2026-03-04,3|");
  EXPECT_TRUE(
      has(page(times), R"({"x":[1772409600000,1772496000000,1772582400000],"y":[1,null,3]})"));
  EXPECT_TRUE(has(page(times), "<tr><td>2026-03-03</td><td></td></tr>"));
  EXPECT_EQ(csv(R"({"type":"scatter","data":[{"x":1,"y":2},{"x":5}]})"), "x,y|1,2|5,|");
}

TEST(ChartGaps, AreNotBridgedByLinesThatHaveAllLabels) {
  EXPECT_FALSE(has(page(R"({"data":[{"type":"scatter","x":["a","b","c"],"y":[1,null,3]}]})"),
                   R"("spans":true)"));
  EXPECT_TRUE(has(page(R"({"data":[{"x":["a","b","c"],"y":[1,2,3]},{"x":["a","c"],"y":[1,3]}]})"),
                  R"("spans":true)"));
}

TEST(ChartGaps, AloneAreNoData) {
  EXPECT_EQ(warnings(R"({"type":"line","data":{"datasets":[{"data":[{"x":1,"y":null}]}]}})"),
            "content_empty /content");
}

TEST(ChartBubbles, HaveTheSizesThatTheyWereGiven) {
  const std::string figure =
      R"({"data":[{"mode":"markers","x":[1,2],"y":[3,4],"marker":{"size":[709037,2872800],
          "sizemode":"area","sizeref":7182}}]})";
  EXPECT_EQ(csv(figure), "x,y,Size|1,3,709037|2,4,2872800|");
  EXPECT_TRUE(has(page(figure), R"("sizes":"areas")"));
  const std::string diameters =
      R"({"data":[{"mode":"markers","x":[1],"y":[3],"marker":{"size":[10]}}]})";
  EXPECT_EQ(csv(diameters), "x,y,Size|1,3,10|");
  EXPECT_TRUE(has(page(diameters), R"("sizes":"diameters")"));
}

TEST(ChartPoints, HaveTheirNamesInTheData) {
  const std::string expected = "Name,x,y|Oslo,1,3|Rome,2,4|";
  for (const std::string content :
       {R"({"data":[{"mode":"markers","x":[1,2],"y":[3,4],"hovertext":["Oslo","Rome"]}]})",
        R"({"data":[{"mode":"markers+text","x":[1,2],"y":[3,4],"text":["Oslo","Rome"]}]})",
        R"({"type":"scatter","data":{"labels":["Oslo","Rome"],"datasets":[{"data":[{"x":1,"y":3},
            {"x":2,"y":4}]}]}})",
        R"({"type":"scatter","data":{"datasets":[{"data":[{"x":1,"y":3,"label":"Oslo"},
            {"x":2,"y":4,"name":"Rome"}]}]}})",
        R"({"type":"scatter","data":[{"name":"Oslo","x":1,"y":3},{"name":"Rome","x":2,"y":4}]})"}) {
    const bool has_one = has(content, "data\":[{\"name");
    EXPECT_EQ(csv(content), expected) << content << has_one;
    EXPECT_TRUE(has(page(content), "<th scope=\"col\">Name</th>")) << content;
    EXPECT_TRUE(has(page(content), "<td>Rome</td>")) << content;
    EXPECT_EQ(warnings(content), "") << content;
  }
}

TEST(ChartPoints, SayThatTheirNamesAreNotShownAmongLabels) {
  EXPECT_EQ(warnings(R"({"data":[{"type":"bar","x":["a"],"y":[1],"text":["Oslo"]}]})"),
            "unsupported_in_chart /content");
  EXPECT_EQ(
      warnings(R"({"type":"bar","data":{"datasets":[{"data":[{"x":"a","y":1,"label":"Oslo"}]}]}})"),
      "unsupported_in_chart /content");
  EXPECT_EQ(warnings(R"({"data":[{"type":"bar","x":["a"],"y":[1],"text":[1]}]})"), "")
      << "numbers at the bars are shown";
}

TEST(ChartPoints, MayHaveLabelsForTheirPlaces) {
  EXPECT_EQ(warnings(R"({"type":"scatter","labels":["a","b"],"datasets":[{"data":[1,2]}]})"), "");
}

TEST(ChartPoints, SayThatErrorBarsAreNotDrawn) {
  EXPECT_EQ(warnings(R"({"data":[{"mode":"markers","x":[1],"y":[3],"error_y":{"array":[1]}},
    {"mode":"markers","x":[1],"y":[3],"error_x":{"array":[1]}}]})"),
            "unsupported_in_chart /content/data/0/error_y");
  EXPECT_EQ(warnings(R"({"data":[{"mode":"markers","x":[1],"y":[3],"error_y":null}]})"), "");
}

TEST(ChartPoints, HaveYearsWithoutSeparators) {
  const std::string years = page(R"({"data":[{"mode":"lines","x":[2024,2025],"y":[3000,4000]}]})");
  EXPECT_TRUE(has(years, "<td class=\"align-right\">2024</td>"));
  EXPECT_TRUE(has(years, "4,000</data>"));
  EXPECT_TRUE(
      has(page(R"({"data":[{"mode":"lines","x":[2024,9025],"y":[3,4]}]})"), "2,024</data>"));
}

}  // namespace
}  // namespace templates
