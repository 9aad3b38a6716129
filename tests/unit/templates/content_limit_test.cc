// Content of every template under a limit of CPU time.
#include <algorithm>
#include <array>
#include <ctime>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "../texts.h"
#include "core/cpu_limit.h"
#include "core/text/json.h"
#include "core/text/json_writer.h"
#include "templates/content.h"
#include "templates/pdf/pdf_content.h"
#include "templates/registry.h"

namespace templates {
namespace {

using core::CpuLimit;
using core::Template;
using std::chrono::nanoseconds;
using tests::repeated;

TEST(ContentLimit, ShowsTheSourceOfEachTemplateIfNoTimeIsLeft) {
  for (const auto& [name, id] : core::kTemplates) {
    const std::string content(definition_of(id).example);
    const CpuLimit limit(nanoseconds(0));
    const RenderedContent shown = render_content(id, content);
    EXPECT_TRUE(limit.is_used_up()) << name;
    EXPECT_TRUE(tests::has(shown.html.str(), "takes too long to render. Its source is shown"))
        << name;
    EXPECT_TRUE(tests::has(shown.html.str(), "class=\"plain-source\"")) << name;
  }
}

TEST(ContentLimit, HasNoFormsIfNoTimeIsLeft) {
  for (const auto& [name, id] : core::kTemplates) {
    const std::string content(definition_of(id).example);
    for (const Form form : {Form::csv, Form::plain_text, Form::raw_csv, Form::table_rows}) {
      const CpuLimit limit(nanoseconds(0));
      EXPECT_FALSE(content_as(form, id, content)) << name;
    }
    const CpuLimit limit(nanoseconds(0));
    EXPECT_TRUE(tests::has(content_as(Form::markdown, id, content).value_or(""), content)) << name;
    EXPECT_EQ(content_as(Form::json, id, content), content) << name;
    const CpuLimit another(nanoseconds(0));
    EXPECT_EQ(searched_text(id, content), "") << name;
  }
}

TEST(ContentLimit, MakesAPdfOfTheSourceIfNoTimeIsLeft) {
  const CpuLimit limit(nanoseconds(0));
  const auto document = pdf_document({PdfMarkdown{"# Title"}, {}}, "");
  EXPECT_TRUE(tests::has(document.value_or(""), "takes too long to render"));
  EXPECT_TRUE(tests::has(document.value_or(""), "# Title</pre>"));
}

std::string with_text(std::string_view member, const std::string& text) {
  core::JsonWriter json;
  json.begin_object().member(member, text).end_object();
  return json.text();
}

std::string rows(std::size_t count) {
  std::string text = R"({"rows":[)";
  for (std::size_t i = 0; i < count; ++i)
    text += (i == 0 ? "" : ",") + (R"({"a":)" + std::to_string(i)) + R"(,"b":"x y"})";
  return text + "]}";
}

std::string chart(std::size_t count) {
  std::string text = R"({"type":"line","data":[)";
  for (std::size_t i = 0; i < count; ++i)
    text += (i == 0 ? "" : ",") + (R"({"a":"n)" + std::to_string(i)) + R"(","b":1})";
  return text + "]}";
}

nanoseconds cpu_time() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + nanoseconds(time.tv_nsec);
}

template <typename Work>
nanoseconds time_of(const Work& work) {
  const nanoseconds begin = cpu_time();
  work();
  return cpu_time() - begin;
}

// The clock is looked at in each part of the work that can take long. It has ticks of a few
// milliseconds.
TEST(ContentLimit, EndsSoonInEachPartOfTheWork) {
  const std::array<std::pair<Template, std::string>, 10> contents{{
      {Template::markdown, with_text("text", repeated("*a _b ", 170'000))},
      {Template::markdown, with_text("text", repeated("a $x$ `b` \n", 60'000))},
      {Template::markdown, with_text("text", repeated("<b id=x title=y>x</b>\n\n", 30'000))},
      {Template::markdown, with_text("text", "<b>" + repeated("<i>x</i>", 80'000))},
      {Template::markdown, with_text("text", repeated("https://a.bc :x: ", 60'000))},
      {Template::markdown, with_text("text", "|a|b|\n|-|-|\n" + repeated("|1|2|\n", 80'000))},
      {Template::table, rows(300'000)},
      {Template::table, with_text("csv", "a,b\n" + repeated("1,2\n", 300'000))},
      {Template::chart, chart(200'000)},
      {Template::code, with_text("text", repeated("x\n", 300'000))},
  }};
  constexpr std::chrono::milliseconds kTicks{10};
  for (const auto& [id, content] : contents) {
    const auto render = [id = id, &content = content] { render_content(id, content); };
    const auto parsing =
        time_of([&content = content] { EXPECT_TRUE(core::JsonTree::parse(content)); });
    const auto whole = time_of(render);
    const CpuLimit limit((whole - std::min(parsing, whole)) / 10);
    EXPECT_LT(time_of(render), whole * 4 / 5 + kTicks) << content.substr(0, 40);
    EXPECT_TRUE(limit.is_used_up()) << content.substr(0, 40);
  }
}

}  // namespace
}  // namespace templates
