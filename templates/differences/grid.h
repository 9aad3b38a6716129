// How two versions of a table differ, or of the data of a chart: by rows and cells.
//
// Columns are the same if they have the same heading, or the same key; a heading that changed is
// found by the values under it. Rows are the same if they have the same key: the value in a column
// that no two rows share, in neither version. Of several such columns, that with most values in
// common counts. Without one, rows are the same by their place, between those that are equal as a
// whole. Cells are compared by their text, as CSV has it: null, an empty text and a cell that is
// missing are the same.
//
// Bounded in time, memory and size: what is left out is counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace templates {

// Rows of texts below headings. Texts that are added must outlive it.
class Grid {
 public:
  struct Column {
    std::string heading;
    std::string key = {};  // of its cells; empty if there is none
  };
  struct Cell {
    std::uint32_t column = 0;
    std::string_view text;
  };

  // A larger grid has no cells, only a number of rows.
  static constexpr std::size_t kMaximumCells = 600'000;
  static constexpr std::size_t kMaximumRows = 500'000;

  explicit Grid(std::vector<Column> columns) : columns_(std::move(columns)) {}
  Grid(const Grid&) = delete;
  Grid& operator=(const Grid&) = delete;

  // To the row that ends next, in any order, once for each column. An empty text is no cell.
  void add(std::size_t column, std::string_view text);
  void add_copy(std::size_t column, std::string text);
  void end_row();

  const std::vector<Column>& columns() const { return columns_; }
  std::size_t row_count() const { return row_count_; }
  bool is_complete() const { return is_complete_; }
  const std::vector<Cell>& cells() const { return cells_; }
  // The index after a row's last cell.
  std::size_t end_of_row(std::size_t row) const { return row_ends_[row]; }
  std::size_t begin_of_row(std::size_t row) const { return row == 0 ? 0 : row_ends_[row - 1]; }

 private:
  std::vector<Column> columns_;
  std::vector<Cell> cells_;
  std::vector<std::size_t> row_ends_;
  std::deque<std::string> copies_;
  std::size_t row_count_ = 0;
  bool is_complete_ = true;
};

// The text of a cell, in one version or both. Long texts are cut, and end with "…".
struct CellDifference {
  std::string column = {};
  std::optional<std::string> from = {};
  std::optional<std::string> to = {};
  bool operator==(const CellDifference&) const = default;
};

struct RowDifference {
  enum class Kind : std::uint8_t { added, removed, changed, moved };

  Kind kind = Kind::changed;
  // From 1; absent in the version that lacks the row.
  std::optional<std::size_t> from_row = {};
  std::optional<std::size_t> to_row = {};
  std::string key = {};   // the text of its key; empty if rows have none
  bool is_moved = false;  // of one that changed: its place among the others as well
  // Those that changed, or all that a row has that was added or removed.
  std::vector<CellDifference> cells = {};
  std::size_t omitted_cells = 0;
};

struct RenamedColumn {
  std::string from;
  std::string to;
  bool operator==(const RenamedColumn&) const = default;
};

// The headings that both versions have, in the order of each.
struct MovedColumns {
  std::vector<std::string> from = {};
  std::vector<std::string> to = {};
  bool operator==(const MovedColumns&) const = default;
};

struct GridDifference {
  std::size_t from_rows = 0;
  std::size_t to_rows = 0;
  std::vector<std::string> added_columns = {};
  std::vector<std::string> removed_columns = {};
  std::vector<RenamedColumn> renamed_columns = {};
  std::optional<MovedColumns> moved_columns = {};  // nothing if they are in the same order
  // The heading of the column with the keys, in the later version; nothing without keys.
  std::optional<std::string> key_column = {};
  // How many rows there are, by kind; a row that changed and moved counts as changed.
  std::size_t added = 0;
  std::size_t removed = 0;
  std::size_t changed = 0;
  std::size_t moved = 0;
  std::size_t changed_cells = 0;  // in rows that changed
  // False if there is too much to compare: then there are no numbers by kind, and no rows.
  bool is_compared = true;
  std::vector<RowDifference> rows = {};  // in the order of both
  std::size_t omitted_rows = 0;          // after those that are here
};

// What of a difference is kept, at most.
struct GridDifferenceLimits {
  std::size_t cells_of_row = 50;
  std::size_t cell_bytes = 300;
  std::size_t bytes = std::size_t{128} << 10;  // of all rows
};

// Which column has the keys: the first, where its values are, as a chart's labels are, or any.
enum class KeyColumn : std::uint8_t { first, any };

// Ends with CpuLimit::UsedUp if the thread's limit is used up.
GridDifference compare_grids(const Grid& from, const Grid& to, KeyColumn key,
                             const GridDifferenceLimits& limits = {});

}  // namespace templates
