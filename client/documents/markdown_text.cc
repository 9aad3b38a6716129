#include "client/documents/markdown_text.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "client/documents/content.h"
#include "client/documents/recognition/recognition.h"
#include "client/documents/recognition/tabular_text.h"
#include "core/json/json_tree.h"
#include "core/text/csv.h"
#include "core/text/markdown_writer.h"
#include "core/text/split.h"

namespace client {
namespace {

using core::JsonType;
using core::JsonValue;

// Nothing in a cell is markup.
std::string cell_of(std::string_view text) {
  std::string cell;
  for (const char c : core::markdown_line(text)) {
    if (c == '&') cell += '\\';
    cell += c;
  }
  return cell;
}

// Rows as they come; all have as many cells as the longest.
class TableText {
 public:
  void add_row(std::vector<std::string> cells) {
    columns_ = std::max(columns_, cells.size());
    rows_.push_back(std::move(cells));
  }

  // Without a header, its cells are empty, as Markdown has no tables without one.
  std::string text(bool has_header) const {
    std::string text;
    if (!has_header) write_row(text, {});
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (has_header ? i == 1 : i == 0) write_delimiters(text);
      write_row(text, rows_[i]);
    }
    if (has_header && rows_.size() == 1) write_delimiters(text);
    return text;
  }

 private:
  void write_row(std::string& text, const std::vector<std::string>& cells) const {
    for (std::size_t i = 0; i < columns_; ++i)
      text.append("| ").append(i < cells.size() ? cells[i] : "").append(" ");
    text += "|\n";
  }
  void write_delimiters(std::string& text) const {
    for (std::size_t i = 0; i < columns_; ++i) text += "| --- ";
    text += "|\n";
  }

  std::vector<std::vector<std::string>> rows_;
  std::size_t columns_ = 0;
};

// Nothing if it cannot be read as CSV.
std::optional<std::string> table_of_csv(const std::string& text) {
  const auto csv = core::Csv::parse(text);
  if (!csv || csv->records() == 0) return std::nullopt;
  TableText table;
  for (std::size_t record = 0; record < csv->records(); ++record) {
    std::vector<std::string> cells;
    for (std::size_t i = 0; i < csv->fields(record); ++i)
      cells.push_back(cell_of(csv->field(record, i)));
    table.add_row(std::move(cells));
  }
  return table.text(true);
}

std::string cell_of(JsonValue value) {
  if (value.is(JsonType::null)) return {};
  return cell_of(value.is(JsonType::string) ? value.string() : std::string(value.text()));
}

std::string table_of_arrays(JsonValue rows) {
  TableText table;
  for (const JsonValue row : rows) {
    std::vector<std::string> cells;
    for (const JsonValue value : row) cells.push_back(cell_of(value));
    table.add_row(std::move(cells));
  }
  return table.text(has_header(rows));
}

// Of objects: a column for each name, in the order in which they come.
class RecordTable {
 public:
  void add(JsonValue record) {
    std::vector<std::string> cells;
    for (const JsonValue value : record) {
      const auto [column, is_new] = columns_.try_emplace(value.name(), names_.size());
      if (is_new) names_.push_back(cell_of(column->first));
      if (cells.size() <= column->second) cells.resize(column->second + 1);
      cells[column->second] = cell_of(value);
    }
    rows_.push_back(std::move(cells));
  }
  std::string text() && {
    TableText table;
    table.add_row(std::move(names_));
    for (auto& cells : rows_) table.add_row(std::move(cells));
    return table.text(true);
  }

 private:
  std::unordered_map<std::string, std::size_t> columns_;
  std::vector<std::string> names_;
  std::vector<std::vector<std::string>> rows_;
};

// Nothing if rows are of both kinds.
std::optional<std::string> table_of_rows(const std::string& text) {
  const auto tree = core::JsonTree::parse(text);
  if (!tree) return std::nullopt;
  const JsonValue rows = tree->root();
  const auto are_all = [&](JsonType type) {
    return std::all_of(rows.begin(), rows.end(), [&](JsonValue row) { return row.is(type); });
  };
  if (are_all(JsonType::array)) return table_of_arrays(rows);
  if (!are_all(JsonType::object)) return std::nullopt;
  RecordTable table;
  for (const JsonValue row : rows) table.add(row);
  return std::move(table).text();
}

std::string table_of_lines(std::string_view text) {
  RecordTable table;
  while (!text.empty()) {
    const std::string line(core::take_until(text, '\n'));
    if (line.empty()) continue;
    const auto tree = core::JsonTree::parse(line);
    if (tree) table.add(tree->root());
  }
  return std::move(table).text();
}

std::optional<std::string> table_of(const Document& document) {
  switch (recognise(document)) {
    case Format::csv:
      return table_of_csv(document.bytes);
    case Format::tsv:
      return table_of_csv(csv_of_tsv(document.bytes));
    case Format::json_rows:
      return table_of_rows(document.bytes);
    case Format::json_lines:
      return table_of_lines(document.bytes);
    default:
      return std::nullopt;
  }
}

}  // namespace

std::string markdown_of(const Document& document) {
  if (auto table = table_of(document)) return *std::move(table);
  return core::markdown_code_block(document.bytes, language_of(document));
}

}  // namespace client
