// Floating bars, whose values are ranges: [low, high].
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "../texts.h"
#include "core/artifact.h"
#include "templates/content.h"

namespace templates {
namespace {

using tests::has;

std::string page_of(const std::string& content) {
  return render_content(core::Template::chart, content).html.str();
}

std::string form_of(Form form, const std::string& content) {
  return content_as(form, core::Template::chart, content).value_or("");
}

std::string bars(const std::string& data, const std::string& more = "") {
  return R"({"type":"bar","data":{)" + more + R"("datasets":[{"data":[)" + data + "]}]}}";
}

const std::string kDays = R"({"x":"Mon","y":[8,17]},{"x":"Tue","y":[18,9]})";

TEST(FloatingBars, StandAtTheirOwnLabels) {
  const std::string content = bars(kDays, R"("labels":["Tue","Mon","Wed"],)");
  const std::string page = page_of(content);
  EXPECT_TRUE(has(page, R"("labels":["Tue","Mon","Wed"])"));
  EXPECT_TRUE(has(page, R"("y":[18,17],"low":[9,8])"));
  EXPECT_TRUE(has(page, "<th scope=\"row\">Tue</th><td class=\"align-right\">9 – 18</td>")) << page;
  EXPECT_TRUE(has(page, "<th scope=\"row\">Mon</th><td class=\"align-right\">8 – 17</td>"));
  EXPECT_EQ(form_of(Form::csv, content), "Label,Value\r\nTue,9 – 18\r\nMon,8 – 17\r\nWed,\r\n");
  EXPECT_TRUE(has(form_of(Form::markdown, content), "| Tue | 9 – 18 |\n| Mon | 8 – 17 |"))
      << form_of(Form::markdown, content);
}

TEST(FloatingBars, MakeTheLabelsWhereThereAreNone) {
  const std::string content = bars(kDays);
  EXPECT_TRUE(has(page_of(content), R"("labels":["Mon","Tue"])"));
  EXPECT_TRUE(has(page_of(content), R"("y":[17,18],"low":[8,9])"));
  EXPECT_EQ(form_of(Form::csv, content), "Label,Value\r\nMon,8 – 17\r\nTue,9 – 18\r\n");
}

TEST(FloatingBars, HaveTheirRangeAlongXWhereTheyLie) {
  const std::string content =
      R"({"type":"bar","options":{"indexAxis":"y"},"data":{"labels":["Tue","Mon"],"datasets":[)"
      R"({"data":[{"y":"Mon","x":[8,17]},{"y":"Tue","x":[9,18]}]}]}})";
  EXPECT_TRUE(has(page_of(content), R"("labels":["Tue","Mon"])"));
  EXPECT_TRUE(has(page_of(content), R"("y":[18,17],"low":[9,8])"));
  EXPECT_EQ(form_of(Form::csv, content), "Label,Value\r\nTue,9 – 18\r\nMon,8 – 17\r\n");
}

TEST(FloatingBars, StandAtTheirOwnTimes) {
  const std::string content =
      R"({"type":"bar","options":{"scales":{"x":{"type":"time"}}},"data":{"datasets":[)"
      R"({"data":[{"x":"2026-01-15","y":[8,17]},{"x":1768521600000,"y":[9,18]}]}]}})";
  EXPECT_TRUE(
      has(page_of(content), R"({"x":[1768435200000,1768521600000],"y":[17,18],"low":[8,9]})"));
  EXPECT_EQ(form_of(Form::csv, content), "x,y\r\n2026-01-15,8 – 17\r\n2026-01-16,9 – 18\r\n");
}

TEST(FloatingBars, OfTheSameLabelAreAllShown) {
  const std::string content =
      bars(R"({"x":"Mon","y":[8,12]},{"x":"Tue","y":[9,12]},{"x":"Mon","y":[13,17]})");
  EXPECT_EQ(form_of(Form::csv, content),
            "Label,Value\r\nMon,8 – 12\r\nTue,9 – 12\r\nMon,13 – 17\r\n");
  EXPECT_TRUE(has(page_of(content), R"("y":[12,12,17],"low":[8,9,13])"));
  // The second dataset has values of its own for the rows that are there.
  const std::string two =
      R"({"type":"bar","data":{"labels":["Mon","Tue"],"datasets":[)"
      R"({"label":"a","data":[{"x":"Mon","y":1},{"x":"Mon","y":2}]},)"
      R"({"label":"b","data":[{"x":"Mon","y":3},{"x":"Tue","y":4},{"x":"Mon","y":5}]}]}})";
  EXPECT_EQ(form_of(Form::csv, two), "Label,a,b\r\nMon,1,3\r\nTue,,4\r\nMon,2,5\r\n");
}

TEST(FloatingBars, WithoutBothEndsAreMissing) {
  EXPECT_EQ(form_of(Form::csv, bars(R"({"x":"Mon","y":[null,17]},{"x":"Tue","y":[9,18]})")),
            "Label,Value\r\nTue,9 – 18\r\n");
}

}  // namespace
}  // namespace templates
