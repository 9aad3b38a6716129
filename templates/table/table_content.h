// Table: the content of a table artifact (table_reader.h), and its rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/text/csv.h"
#include "core/text/json.h"

namespace templates {

enum class CellAlignment { left, center, right };
enum class CellFormat { number, percent, currency, date, link, image, text };

struct TableColumn {
  // The cell's key in rows that are objects. Absent: only rows that are arrays have the column.
  std::optional<std::string> key;
  std::string label;
  std::optional<CellAlignment> align;
  std::optional<CellFormat> format;
  std::string currency;       // an ISO 4217 code; empty if there is none
  std::string language = {};  // of its texts, as a BCP 47 tag; empty if it is the table's
};

// The value of a cell: missing, a JSON value, or a CSV field.
using TableCell = std::variant<std::monostate, core::JsonValue, std::string_view>;

// Rows that are stored by column, as data frames are: the values of each column, in an array or in
// an object with a member for each row. Nothing for a column without values.
using ValuesByColumn = std::vector<std::optional<core::JsonValue>>;

// Where the content has the rows of a table, for those who add some.
struct RowPlaces {
  enum class Form : std::uint8_t { none, array, csv, by_column };
  // Names that another row would need too.
  enum class Names : std::uint8_t { none, index, members };

  Form form = Form::none;
  std::optional<core::JsonValue> holder;  // the object that has them, or could
  std::optional<core::JsonValue> list;    // an array, a string of CSV, or an object of columns
  std::optional<core::JsonValue> count;   // an index that only counts them
  Names names = Names::none;
  std::size_t header_fields = 0;  // of CSV
  char delimiter = ',';
};

// Something in the content that has no effect, or not the effect that was probably meant.
struct TablePart {
  std::string what;   // a sentence
  std::string field;  // a JSON Pointer
};

// Keys that columns and rows do not have in common; of each up to Table::kMaximumNamed.
struct DifferingKeys {
  std::vector<std::string> missing;  // those of columns that no row has, if rows have others
  std::vector<std::string> unshown;  // those of rows, with a value, that no column has
};

// A table with at most kMaximumColumns, and at least one unless it has no rows. If there are rows
// that are objects, or values by column, at most kMaximumRepeatedColumns have the key of an earlier
// one, as each repeats all its values. TableRows reads the rows in place, from the tree of the
// content. Immutable.
class Table {
 public:
  static constexpr std::size_t kMaximumColumns = 1000;
  static constexpr std::size_t kMaximumRepeatedColumns = 20;
  static constexpr std::size_t kMaximumNamed = 20;

  const std::vector<TableColumn>& columns() const { return columns_; }
  std::size_t row_count() const { return row_count_; }
  // The language of the texts in its cells, as a BCP 47 tag; empty if it is not known.
  const std::string& language() const { return language_; }
  // The size of the text that the rows were read from.
  std::size_t row_bytes() const;
  const RowPlaces& places() const { return places_; }

  // Keys that columns and rows do not have in common.
  const DifferingKeys& keys() const { return keys_; }
  // Formats, currencies and languages that are unknown, up to kMaximumNamed.
  const std::vector<TablePart>& ignored() const { return ignored_; }
  // Members of the content with texts or values that no cell shows, up to kMaximumNamed.
  const std::vector<TablePart>& unused() const { return unused_; }
  // That CSV has records with more fields than its header.
  const std::optional<TablePart>& uneven_rows() const { return uneven_rows_; }
  // The field of CSV that has only a header, with "\\n" in it as two characters.
  const std::optional<std::string>& escaped_csv() const { return escaped_csv_; }

 private:
  friend class TableReader;
  friend class TableRows;

  std::vector<TableColumn> columns_;
  std::string language_;
  DifferingKeys keys_;
  std::vector<TablePart> ignored_;
  std::vector<TablePart> unused_;
  std::optional<TablePart> uneven_rows_;
  std::optional<std::string> escaped_csv_;
  std::size_t row_count_ = 0;
  RowPlaces places_;
  std::optional<core::JsonValue> index_;  // an array with an entry for each row
  std::vector<std::string> row_names_;    // of all rows, in place of index_
  std::size_t index_width_ = 0;           // how many columns it is shown in, before the others
  // An array or an object of rows, records after the header, or columns, the first of which is the
  // one after the index.
  std::variant<std::monostate, core::JsonValue, core::Csv, ValuesByColumn> rows_;
};

// Finds the column of a key. Rows usually have their keys in the order of the columns, so the next
// column is tried first. The columns must outlive it.
class ColumnFinder {
 public:
  explicit ColumnFinder(const std::vector<TableColumn>& columns);

  // Nothing if no column has the member's key; the first column if several have it.
  std::optional<std::size_t> find(core::JsonValue member, std::size_t expected) const;

  // Columns with the key of an earlier one, and that one.
  const std::vector<std::pair<std::size_t, std::size_t>>& repeated() const { return repeated_; }

 private:
  const std::vector<TableColumn>& columns_;
  std::map<std::string_view, std::size_t> places_;  // ordered, as anyone can choose the keys
  std::vector<std::pair<std::size_t, std::size_t>> repeated_;
};

// Iterates over the rows of a table, which must outlive it:
//
//   for (TableRows rows(table); rows.next();) use(rows.cells());
class TableRows {
 public:
  explicit TableRows(const Table& table);

  // Advances to the next row, initially the first; false after the last.
  bool next();

  // The cells of this row, one per column. Valid until next().
  std::span<const TableCell> cells() const { return cells_; }

  // The columns of the cells that this row has, in any order; all others are missing. A pass over
  // all rows that reads only these takes as long as the content is large, however many columns
  // there are.
  std::span<const std::uint16_t> columns_with_cells() const { return columns_with_cells_; }

 private:
  void set(std::size_t column, TableCell cell);
  void read_index(core::JsonValue entry);
  void read_json(core::JsonValue row);
  void read_csv(const core::Csv& csv, std::size_t record);
  void read_values(std::size_t row);

  const Table& table_;
  ColumnFinder finder_;
  std::optional<core::JsonValue::Iterator> next_json_;
  std::optional<core::JsonValue::Iterator> next_index_;
  std::size_t next_record_ = 1;
  std::size_t next_row_ = 0;  // of ValuesByColumn, or with row_names_
  std::vector<std::optional<core::JsonValue::Iterator>> next_values_;
  std::vector<TableCell> cells_;
  std::vector<std::uint16_t> columns_with_cells_;
};

}  // namespace templates
