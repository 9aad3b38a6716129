#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "templates/differences/grid.h"

namespace templates {
namespace {

using Rows = std::vector<std::vector<std::string>>;

// The first row has the headings.
void fill(Grid& grid, const Rows& rows) {
  for (std::size_t row = 1; row < rows.size(); ++row) {
    for (std::size_t i = 0; i < rows[row].size(); ++i) grid.add(i, rows[row][i]);
    grid.end_row();
  }
}

std::vector<Grid::Column> headings(const Rows& rows) {
  std::vector<Grid::Column> columns;
  for (const std::string& heading : rows.at(0)) columns.push_back({heading});
  return columns;
}

GridDifference compared(const Rows& from, const Rows& to, const GridDifferenceLimits& limits = {},
                        KeyColumn key = KeyColumn::any) {
  Grid before(headings(from));
  Grid after(headings(to));
  fill(before, from);
  fill(after, to);
  return compare_grids(before, after, key, limits);
}

// A line for each row: what happened, its places and key, and its cells.
std::string rows_of(const GridDifference& difference) {
  constexpr std::string_view kMarks = "+-*>";
  std::string text;
  for (const RowDifference& row : difference.rows) {
    text += kMarks[static_cast<std::size_t>(row.kind)];
    text += row.from_row ? std::to_string(*row.from_row) : "_";
    text += row.to_row ? "/" + std::to_string(*row.to_row) : "/_";
    text += row.is_moved && row.kind == RowDifference::Kind::changed ? " moved" : "";
    if (!row.key.empty()) text += " " + row.key;
    for (const CellDifference& cell : row.cells)
      text += " " + cell.column + ":" + cell.from.value_or("") + ">" + cell.to.value_or("");
    text += "\n";
  }
  return text;
}

TEST(GridDifference, FindsRowsByTheirKey) {
  const GridDifference difference = compared(
      {{"id", "city", "sold"}, {"1", "Berlin", "3"}, {"2", "Rome", "4"}, {"3", "Oslo", "4"}},
      {{"id", "city", "sold"}, {"2", "Rome", "5"}, {"3", "Oslo", "4"}, {"4", "Bern", "9"}});
  EXPECT_EQ(difference.key_column, "id");
  EXPECT_EQ(
      rows_of(difference),
      "-1/_ 1 id:1> city:Berlin> sold:3>\n*2/1 2 sold:4>5\n+_/3 4 id:>4 city:>Bern sold:>9\n");
  EXPECT_EQ(difference.added, 1U);
  EXPECT_EQ(difference.removed, 1U);
  EXPECT_EQ(difference.changed, 1U);
  EXPECT_EQ(difference.changed_cells, 1U);
  EXPECT_EQ(difference.from_rows, 3U);
}

TEST(GridDifference, TakesTheKeyWithMostInCommon) {
  // The amounts are unique by chance.
  const GridDifference difference =
      compared({{"amount", "name"}, {"10", "a"}, {"20", "b"}, {"30", "c"}},
               {{"amount", "name"}, {"11", "a"}, {"20", "b"}, {"31", "c"}});
  EXPECT_EQ(difference.key_column, "name");
  EXPECT_EQ(rows_of(difference), "*1/1 a amount:10>11\n*3/3 c amount:30>31\n");
}

TEST(GridDifference, FindsWhatMoved) {
  const Rows from{{"id", "n"}, {"a", "1"}, {"b", "2"}, {"c", "3"}, {"d", "4"}};
  EXPECT_EQ(rows_of(compared(from, {{"id", "n"}, {"d", "4"}, {"a", "1"}, {"b", "2"}, {"c", "3"}})),
            ">4/1 d\n");
  const GridDifference difference =
      compared(from, {{"id", "n"}, {"b", "2"}, {"c", "3"}, {"d", "4"}, {"a", "9"}});
  EXPECT_EQ(rows_of(difference), "*1/4 moved a n:1>9\n");
  EXPECT_EQ(difference.changed, 1U);
  EXPECT_EQ(difference.moved, 0U);
}

TEST(GridDifference, FindsRowsByTheirPlaceWithoutAKey) {
  const GridDifference difference =
      compared({{"city", "sold"}, {"Rome", "1"}, {"Rome", "1"}, {"Oslo", "2"}, {"Oslo", "3"}},
               {{"city", "sold"},
                {"Bern", "7"},
                {"Rome", "1"},
                {"Rome", "1"},
                {"Oslo", "5"},
                {"Oslo", "3"}});
  EXPECT_FALSE(difference.key_column);
  EXPECT_EQ(rows_of(difference), "+_/1 city:>Bern sold:>7\n*3/4 sold:2>5\n");
  // Rows that have nothing in common are not one that changed.
  EXPECT_EQ(
      rows_of(compared({{"a", "b"}, {"1", "1"}, {"1", "1"}}, {{"a", "b"}, {"2", "3"}, {"2", "3"}})),
      "+_/1 a:>2 b:>3\n+_/2 a:>2 b:>3\n-1/_ a:1> b:1>\n-2/_ a:1> b:1>\n");
  EXPECT_EQ(rows_of(compared({{"a"}, {"1"}, {"1"}}, {{"a"}, {"1"}, {"2"}})), "*2/2 a:1>2\n");
}

TEST(GridDifference, NamesColumnsThatCameAndWent) {
  const GridDifference difference =
      compared({{"id", "old", "n"}, {"1", "x", "5"}, {"2", "y", "6"}},
               {{"id", "n", "new"}, {"1", "5", "p"}, {"2", "6", "q"}});
  EXPECT_EQ(difference.added_columns, (std::vector<std::string>{"new"}));
  EXPECT_EQ(difference.removed_columns, (std::vector<std::string>{"old"}));
  EXPECT_TRUE(difference.rows.empty());
}

TEST(GridDifference, FindsAColumnByItsValuesWhenItsHeadingChanged) {
  const GridDifference difference =
      compared({{"id", "amt"}, {"1", "5"}, {"2", "6"}, {"3", "7"}},
               {{"id", "amount"}, {"1", "5"}, {"2", "6"}, {"3", "8"}});
  EXPECT_EQ(difference.renamed_columns, (std::vector<RenamedColumn>{{"amt", "amount"}}));
  EXPECT_TRUE(difference.added_columns.empty());
  EXPECT_EQ(rows_of(difference), "*3/3 3 amount:7>8\n");
}

TEST(GridDifference, KeepsColumnsOfTheSameHeadingApart) {
  EXPECT_EQ(rows_of(compared({{"id", "n", "n"}, {"a", "1", "2"}, {"b", "1", "2"}},
                             {{"id", "n", "n"}, {"a", "1", "3"}, {"b", "1", "2"}})),
            "*1/1 a n:2>3\n");
}

TEST(GridDifference, TakesOnlyTheFirstColumnForTheKeyIfAsked) {
  const Rows from{{"label", "v"}, {"May", "1"}, {"June", "2"}};
  const Rows to{{"label", "v"}, {"Mai", "1"}, {"June", "2"}};
  EXPECT_EQ(compared(from, to, {}, KeyColumn::any).key_column, "v");
  EXPECT_EQ(compared(from, to, {}, KeyColumn::first).key_column, "label");
}

TEST(GridDifference, CountsWhatItLeavesOut) {
  Rows from{{"id", "a", "b", "c"}};
  Rows to = from;
  for (std::size_t i = 0; i < 100; ++i) {
    from.push_back({std::to_string(i), "1", "2", std::string(50, 'x')});
    to.push_back({std::to_string(i), "3", "4", std::string(50, 'y')});
  }
  const GridDifference difference =
      compared(from, to, {.cells_of_row = 2, .cell_bytes = 10, .bytes = 1000});
  EXPECT_EQ(difference.changed, 100U);
  EXPECT_EQ(difference.changed_cells, 300U);
  EXPECT_EQ(difference.rows.size() + difference.omitted_rows, 100U);
  EXPECT_GT(difference.omitted_rows, 50U);
  EXPECT_EQ(difference.rows[0].cells.size(), 2U);
  EXPECT_EQ(difference.rows[0].omitted_cells, 1U);
}

TEST(GridDifference, OfTooManyCellsIsTheNumberOfRows) {
  Grid before({{"a"}, {"b"}});
  Grid after({{"a"}, {"c"}});
  before.add(0, "1");
  before.end_row();
  for (std::size_t i = 0; i <= Grid::kMaximumRows; ++i) {
    after.add(0, "1");
    after.end_row();
  }
  const GridDifference difference = compare_grids(before, after, KeyColumn::any);
  EXPECT_FALSE(difference.is_compared);
  EXPECT_EQ(difference.from_rows, 1U);
  EXPECT_EQ(difference.to_rows, Grid::kMaximumRows + 1);
  EXPECT_EQ(difference.added_columns, (std::vector<std::string>{"c"}));
}

}  // namespace
}  // namespace templates
