// page(append(c, r)) = page(c) + r: rows are added in all forms that the reader of tables knows, or
// refused, and never change what was there.
#include "templates/table/added_rows.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

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

core::Result<GrownContent> appended(const std::string& content, const std::string& rows,
                                    std::optional<std::string> key = {},
                                    std::optional<std::size_t> keep_last = {}) {
  const auto tree = JsonTree::parse(std::string_view(content));
  return with_addition(core::Template::table, tree->root(),
                       AddedRows{*JsonTree::parse(std::string(rows)), keep_last, std::move(key)});
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

// The content with rows that have a key, or the code of the error and its field.
TEST(AddedRows, HaveOneValueForAColumnByItsKeyAndItsHeading) {
  const std::string table =
      R"({"columns":[{"key":"day","label":"Day"},{"key":"n"}],"rows":[{"day":"Mon","n":1}]})";
  const auto refused = appended(table, R"([{"day":"Mon","Day":"Tue","n":3}])");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().sentence(), "/append/rows/0 has two values for the column \"Day\"");
}

std::string with_key(const std::string& content, const std::string& rows, const std::string& key,
                     std::optional<std::size_t> keep_last = {}) {
  const auto after = appended(content, rows, key, keep_last);
  if (!after) return std::string(core::to_string(after.error().code)) + ' ' + after.error().field;
  return after->content;
}

TEST(RowsWithAKey, ReplaceTheRowThatHasItOrAreAdded) {
  EXPECT_EQ(with_key(R"({"columns":["Day","n"], "rows":[["Mo",1], ["Tu", 2.0]]})",
                     R"([["Mo",3],["We",4]])", "Day"),
            R"({"columns":["Day","n"], "rows":[["Mo",3], ["Tu", 2.0], ["We",4]]})");
  // Also members that no column shows.
  EXPECT_EQ(with_key(R"({"columns":[{"key":"d","label":"Day"},"n"],"rows":[{"d":"Mo","id":7}]})",
                     R"([{"Day":"Mo","n":3}])", "Day"),
            R"({"columns":[{"key":"d","label":"Day"},"n"],"rows":[{"d":"Mo","n":3}]})");
  EXPECT_EQ(with_key(R"({"rows":[{"d":1,"n":2},{"d":2,"n":3}]})", R"([{"d":"2","n":4}])", "d"),
            R"({"rows":[{"d":1,"n":2},{"d":"2","n":4}]})");
  EXPECT_EQ(
      with_key(R"({"columns":["d"],"index":[0,1],"data":[["a"],["b"]]})", R"([["b"],["c"]])", "d"),
      R"({"columns":["d"],"index":[0,1,2],"data":[["a"],["b"],["c"]]})");
}

TEST(RowsWithAKey, KeepTheTextOfCsvAroundTheRecord) {
  const std::string before = R"({"csv":"D\u00e4y;n\r\n\u004do;1\r\n\"Tu\";\ud83d\ude00\r\n"})";
  EXPECT_EQ(with_key(before, R"([["Mo","2;5"]])", "Däy"),
            R"({"csv":"D\u00e4y;n\r\nMo;\"2;5\"\r\n\"Tu\";\ud83d\ude00\r\n"})");
  EXPECT_EQ(with_key(before, R"([["Tu",2],["We",3]])", "Däy"),
            R"({"csv":"D\u00e4y;n\r\n\u004do;1\r\nTu;2\r\nWe;3\r\n"})");
  EXPECT_EQ(with_key(before, R"([["Tu",2],["We",3]])", "Däy", 2),
            R"({"csv":"D\u00e4y;n\r\nTu;2\r\nWe;3\r\n"})");
  EXPECT_EQ(with_key(R"({"csv":"a,b\n1,2\n3,4"})", "[[1,3],[4,5]]", "a", 2),
            R"({"csv":"a,b\n1,3\n4,5"})");
}

TEST(RowsWithAKey, AreAddedAtTheEndWhereTheRowThatTheyReplaceIsDropped) {
  const std::string once =
      with_key(R"({"columns":["a"],"rows":[[1],[2],[3]]})", "[[1],[4]]", "a", 2);
  EXPECT_EQ(once, R"({"columns":["a"],"rows":[[1],[4]]})");
  EXPECT_EQ(with_key(once, "[[1],[4]]", "a", 2), once);
  const std::string csv = with_key(R"({"csv":"a,b\n1,2\n3,4\n5,6\n"})", R"([["1",9]])", "a", 2);
  EXPECT_EQ(csv, R"({"csv":"a,b\n5,6\n1,9\n"})");
  EXPECT_EQ(with_key(csv, R"([["1",9]])", "a", 2), csv);
  // All that are sent must fit.
  EXPECT_EQ(with_key(once, "[[1],[4],[5]]", "a", 2), "invalid_request /append/keepLast");
}

TEST(RowsWithAKey, HaveItThemselvesInATableWithoutColumns) {
  EXPECT_EQ(with_key(R"({"rows":[]})", R"([{"d":"2"}])", "d"), R"({"rows":[{"d":"2"}]})");
  EXPECT_EQ(with_key(R"({"rows":[]})", R"([{"d":"2"},{"d":"2"}])", "d"),
            "invalid_request /append/rows/1");
  EXPECT_EQ(with_key(R"({"rows":[]})", R"([["2"]])", "d"), "append_unsupported /append/key");
}

TEST(RowsWithAKey, AreRefusedWhereTheKeyDoesNotTellOne) {
  const std::string twice = R"({"columns":["a","b"],"rows":[[1,2],[1,3]]})";
  EXPECT_EQ(with_key(twice, "[[0,1],[1,9]]", "a"), "edit_ambiguous /append/rows/1");
  EXPECT_EQ(with_key(twice, "[[5,1],[5,9]]", "a"), "invalid_request /append/rows/1");
  EXPECT_EQ(with_key(twice, "[[null,1]]", "a"), "invalid_request /append/rows/0");
  EXPECT_EQ(with_key(twice, R"([{"b":1}])", "a"), "invalid_request /append/rows/0");
  EXPECT_EQ(with_key(twice, "[[5,1]]", "c"), "append_unsupported /append/key");
}

TEST(RowsWithAKey, ChangeNothingMoreTheSecondTime) {
  constexpr unsigned kContents = 3000;
  std::size_t changed = 0;
  std::size_t replaced = 0;
  for (unsigned seed = 0; seed < kContents; ++seed) {
    Generator make(seed);
    const std::size_t width = 1 + make.below(4);
    const std::string content = make.content(width);
    const Rows before = page_of(content);
    if (before.empty() || before.front().empty()) continue;
    const std::string& key = before.front().front();
    // The key of a row that is there, or of none.
    std::string row = "[" + tests::in_json(before.size() > 1 && make.below(2) == 0
                                               ? before[1 + make.below(before.size() - 1)].front()
                                               : "new");
    for (std::size_t i = 1; i < width; ++i) row += ',' + make.value();
    const std::string rows = '[' + row + "]]";
    const auto once = appended(content, rows, key);
    if (!once) continue;
    ++changed;
    replaced += once->replaced;
    EXPECT_EQ(once->replaced + once->appended, 1U) << content << rows;
    Rows page = page_of(once->content);
    ASSERT_EQ(page.size(), std::max<std::size_t>(before.size(), 1) + once->appended)
        << content << rows;
    std::size_t differing = 0;
    for (std::size_t i = 1; i < before.size(); ++i) {
      page[i].resize(before[i].size());
      if (page[i] != before[i]) ++differing;
    }
    EXPECT_LE(differing, once->replaced) << content << rows << once->content;
    const auto again = appended(once->content, rows, key);
    ASSERT_TRUE(again) << once->content << rows << again.error().sentence();
    EXPECT_EQ(again->content, once->content) << content << rows;
  }
  EXPECT_GT(changed, kContents / 4);
  EXPECT_GT(replaced, kContents / 20);
}

}  // namespace
}  // namespace templates
