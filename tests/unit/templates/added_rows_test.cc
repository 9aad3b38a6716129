// page(append(c, r)) = page(c) + r: rows are added in all forms that the reader of tables knows, or
// refused, and never change what was there.
#include "templates/table/added_rows.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "core/text/json.h"
#include "generated_contents.h"
#include "templates/changed_content.h"

namespace templates {
namespace {

using core::JsonTree;
using core::JsonType;
using core::JsonValue;
using tests::Generator;
using tests::page_of;
using tests::Rows;
using tests::shown;

core::Result<GrownContent> appended(const std::string& content, const std::string& rows) {
  const auto tree = JsonTree::parse(std::string_view(content));
  return with_addition(core::Template::table, tree->root(),
                       AddedRows{*JsonTree::parse(std::string(rows)), {}});
}

TEST(AddedRows, AreOnThePageBehindAllThatWasThereInAllForms) {
  constexpr unsigned kContents = 4000;
  std::size_t grown = 0;
  for (unsigned seed = 0; seed < kContents; ++seed) {
    Generator make(seed);
    const std::size_t width = 1 + make.below(4);
    const std::string content = make.content(width);
    const std::string rows =
        '[' + make.row(make.below(4) == 0 ? 1 + make.below(width) : width, make.below(3) == 0) +
        ']';
    const Rows before = page_of(content);
    const auto after = appended(content, rows);
    if (!after) {
      EXPECT_EQ(after.error().code, core::ErrorCode::append_unsupported) << content << rows;
      continue;
    }
    ++grown;
    const Rows page = page_of(after->content);
    ASSERT_EQ(page.size(), std::max<std::size_t>(before.size(), 1) + 1)
        << content << ' ' << rows << ' ' << after->content;
    const std::size_t known = before.empty() ? 0 : before.front().size();
    for (std::size_t i = 0; i < before.size(); ++i)
      for (std::size_t column = 0; column < known; ++column)
        EXPECT_EQ(page[i].at(column), before[i][column])
            << content << ' ' << rows << ' ' << after->content;
    const auto added = JsonTree::parse(std::string_view(rows));
    const JsonValue row = *added->root().begin();
    std::size_t place = 0;
    for (const JsonValue& cell : row) {
      const std::string text = shown(cell);
      if (row.is(JsonType::array)) {
        EXPECT_EQ(page.back().at(place++), text) << content << ' ' << rows;
      } else if (!text.empty()) {
        EXPECT_NE(std::find(page.back().begin(), page.back().end(), text), page.back().end())
            << content << ' ' << rows;
      }
    }
  }
  EXPECT_GT(grown, kContents / 2);
}

TEST(AddedRows, KeepTheDelimiterOfCsvWithMoreColumnsBesideIt) {
  const auto after = appended(R"({"columns":["A","B","C"],"csv":"a;b\n1;2\n3;4\n"})", "[[5,6]]");
  ASSERT_TRUE(after);
  EXPECT_EQ(after->content, R"({"columns":["A","B","C"],"csv":"a;b\n1;2\n3;4\n5;6\n"})");
}

TEST(AddedRows, GoIntoTheTableBesideAnEmptyListOfColumns) {
  const auto after = appended(R"({"columns":[],"table":{"rows":[[1,2]]}})", "[[3,4]]");
  ASSERT_TRUE(after);
  EXPECT_EQ(after->content, R"({"columns":[],"table":{"rows":[[1,2],[3,4]]}})");
}

TEST(AddedRows, GetTheKeysOfColumnsInPlaceOfTheirHeadings) {
  const auto after = appended(R"({"columns":[{"key":"c","label":"City"}],"rows":[{"c":"Rom"}]})",
                              R"([{"City":"Oslo"}])");
  ASSERT_TRUE(after);
  EXPECT_EQ(after->content,
            R"({"columns":[{"key":"c","label":"City"}],"rows":[{"c":"Rom"},{"c":"Oslo"}]})");
}

}  // namespace
}  // namespace templates
