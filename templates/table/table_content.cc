#include "templates/table/table_content.h"

#include <algorithm>
#include <array>
#include <set>

#include "core/input/content_reader.h"
#include "core/text/ascii.h"
#include "core/text/markdown_writer.h"
#include "templates/form.h"

namespace templates {
namespace {

using core::ContentReader;
using core::Csv;
using core::CsvWriter;
using core::JsonType;
using core::JsonValue;
using core::Result;

template <typename Value, std::size_t size>
std::optional<Value> find_named(const std::array<std::pair<std::string_view, Value>, size>& values,
                                std::string_view name) {
  for (const auto& [known, value] : values)
    if (known == name) return value;
  return std::nullopt;
}

std::optional<CellAlignment> parse_alignment(std::string_view name) {
  using Named = std::pair<std::string_view, CellAlignment>;
  constexpr std::array kNames{Named{"left", CellAlignment::left},
                              Named{"center", CellAlignment::center},
                              Named{"right", CellAlignment::right}};
  return find_named(kNames, name);
}

std::optional<CellFormat> parse_format(std::string_view name) {
  using Named = std::pair<std::string_view, CellFormat>;
  constexpr std::array kNames{
      Named{"number", CellFormat::number},     Named{"percent", CellFormat::percent},
      Named{"currency", CellFormat::currency}, Named{"date", CellFormat::date},
      Named{"link", CellFormat::link},         Named{"image", CellFormat::image},
      Named{"text", CellFormat::text}};
  return find_named(kNames, name);
}

// An ISO 4217 code in upper case; empty for anything else.
std::string parse_currency(std::string_view name) {
  if (name.size() != 3 || !std::all_of(name.begin(), name.end(), core::is_letter)) return {};
  std::string code(name);
  for (char& c : code) c = static_cast<char>(core::lower_case(c) - 'a' + 'A');
  return code;
}

std::string numbered_label(std::size_t column) { return "Column " + std::to_string(column + 1); }

std::string with_maximum(std::string_view what) {
  std::string most = std::to_string(Table::kMaximumColumns);
  most.insert(most.size() - 3, 1, ',');
  return "must have at most " + most + " " + std::string(what);
}

enum class Formulas { guarded, as_sent };

void add_text(CsvWriter& csv, std::string_view text, Formulas formulas) {
  formulas == Formulas::guarded ? csv.add_text(text) : csv.add_field(text);
}

void add_cell(CsvWriter& csv, const TableCell& cell, Formulas formulas) {
  if (const auto* field = std::get_if<std::string_view>(&cell)) {
    // CSV does not distinguish numbers from other texts except by their form.
    if (core::is_number(*field)) return csv.add_field(*field);
    return add_text(csv, *field, formulas);
  }
  const auto* value = std::get_if<JsonValue>(&cell);
  if (value == nullptr || value->is(JsonType::null)) return csv.add_field({});
  if (value->is(JsonType::string)) return add_text(csv, value->string(), formulas);
  csv.add_field(value->text());
}

// Whether the separators alone do.
bool takes_more_than(std::size_t bytes, const Table& table) {
  return table.row_count() > bytes / table.columns().size();
}

// A value may take a quote on either side, a separator, an apostrophe and doubled quotes.
constexpr std::size_t kMaximumGrowth = 4;

std::optional<std::string> write_csv(const Table& table, Formulas formulas) {
  const std::size_t most = kMaximumFormBytes + kMaximumGrowth * table.row_bytes();
  if (takes_more_than(most, table)) return std::nullopt;
  CsvWriter csv;
  for (const TableColumn& column : table.columns()) add_text(csv, column.label, formulas);
  csv.end_record();
  for (TableRows rows(table); rows.next();) {
    for (const TableCell& cell : rows.cells()) {
      if (csv.text().size() > most) return std::nullopt;
      add_cell(csv, cell, formulas);
    }
    csv.end_record();
  }
  return std::move(csv).text();
}

void add_cell(core::MarkdownTable& markdown, const TableCell& cell) {
  if (const auto* field = std::get_if<std::string_view>(&cell)) return markdown.add_field(*field);
  const auto* value = std::get_if<JsonValue>(&cell);
  const bool is_empty = value == nullptr || value->is(JsonType::null);
  markdown.add_field(is_empty ? std::string() : ContentReader::shown_text(*value));
}

// Whether an index only counts the rows: 0, 1, 2, …
bool is_row_number(JsonValue index) {
  std::size_t expected = 0;
  return std::all_of(index.begin(), index.end(), [&](const JsonValue& entry) {
    return entry.is(JsonType::number) && entry.text() == std::to_string(expected++);
  });
}

}  // namespace

ColumnFinder::ColumnFinder(const std::vector<TableColumn>& columns) : columns_(columns) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (!columns[i].key) continue;
    const auto [place, is_new] = places_.emplace(*columns[i].key, i);
    if (!is_new) repeated_.emplace_back(i, place->second);
  }
}

std::optional<std::size_t> ColumnFinder::find(JsonValue member, std::size_t expected) const {
  if (repeated_.empty() && expected < columns_.size() && columns_[expected].key &&
      member.is_named(*columns_[expected].key))
    return expected;
  const auto place = places_.find(member.name());
  return place == places_.end() ? std::nullopt : std::optional(place->second);
}

std::size_t Table::row_bytes() const {
  if (const auto* rows = std::get_if<JsonValue>(&rows_)) return rows->text().size();
  const auto* csv = std::get_if<Csv>(&rows_);
  return csv == nullptr ? 0 : csv->size();
}

TableRows::TableRows(const Table& table)
    : table_(table), finder_(table.columns()), cells_(table.columns().size()) {
  if (const auto* rows = std::get_if<JsonValue>(&table.rows_)) next_json_ = rows->begin();
  if (table.index_) next_index_ = table.index_->begin();
}

void TableRows::set(std::size_t column, TableCell cell) {
  cells_.at(column) = cell;
  columns_with_cells_.push_back(static_cast<std::uint16_t>(column));
}

bool TableRows::next() {
  for (const std::uint16_t column : columns_with_cells_) cells_[column] = TableCell();
  columns_with_cells_.clear();
  if (const auto* rows = std::get_if<JsonValue>(&table_.rows_)) {
    if (*next_json_ == rows->end()) return false;
    if (next_index_) {
      read_index(**next_index_);
      ++*next_index_;
    }
    read_json(**next_json_);
    ++*next_json_;
    return true;
  }
  const auto* csv = std::get_if<Csv>(&table_.rows_);
  if (csv == nullptr || next_record_ >= csv->records()) return false;
  read_csv(*csv, next_record_++);
  return true;
}

void TableRows::read_index(JsonValue entry) {
  if (!entry.is(JsonType::array)) return set(0, entry);
  std::size_t column = 0;
  for (const JsonValue& level : entry) set(column++, level);
}

void TableRows::read_json(JsonValue row) {
  if (row.is(JsonType::array)) {
    std::size_t column = table_.index_width_;
    for (const JsonValue& cell : row) set(column++, cell);
    return;
  }
  if (!row.is(JsonType::object)) return set(0, row);
  std::size_t expected = 0;
  for (const JsonValue& member : row) {
    const auto column = finder_.find(member, expected);
    if (!column) continue;
    set(*column, member);
    expected = *column + 1;
  }
  for (const auto& [column, first] : finder_.repeated())
    if (cells_[first].index() != 0) set(column, cells_[first]);
}

void TableRows::read_csv(const Csv& csv, std::size_t record) {
  for (std::size_t i = 0; i < csv.fields(record); ++i) set(i, csv.field(record, i));
}

class TableReader {
 public:
  Result<std::optional<Table>> read(JsonValue content) {
    if (!content.is(JsonType::object)) fields_.fail_type(content, "an object");
    read_fields(content);
    if (!fields_.error() && table_.columns_.empty()) {
      if (const auto inner =
              fields_.find(content, {"table"}, {JsonType::object, JsonType::array})) {
        // Nothing of what was outside belongs to its rows.
        table_ = Table();
        inner->is(JsonType::object) ? read_fields(*inner) : read_rows(*inner);
      }
    }
    if (fields_.error()) return *fields_.error();
    if (table_.columns_.empty()) return std::optional<Table>();
    return std::optional(std::move(table_));
  }

 private:
  void read_fields(JsonValue holder) {
    const auto columns =
        fields_.find(holder, {"columns", "headers", "fields", "columnDefs"}, {JsonType::array});
    const auto rows = fields_.find(
        holder, {"rows", "data", "records", "items", "dataSource", "rowData"}, {JsonType::array});
    if (columns) {
      const auto index = split_index(holder, rows);
      is_split_ = index.has_value();
      if (index && !is_row_number(*index)) read_index(*index);
      read_columns(*columns);
    }
    if (rows) {
      read_rows(*rows);
    } else if (const auto csv = fields_.find(holder, {"csv"}, {JsonType::string})) {
      read_csv(*csv);
    }
  }

  // The index of a data frame as pandas splits it: beside columns and data, an entry for each row,
  // and every row an array. `rows` are those that are read.
  static std::optional<JsonValue> split_index(JsonValue holder, std::optional<JsonValue> rows) {
    const auto index = holder.find("index");
    if (!index || !rows || !rows->is_named("data") || !index->is(JsonType::array) ||
        index->size() != rows->size())
      return std::nullopt;
    const bool has_arrays = std::all_of(
        rows->begin(), rows->end(), [](const JsonValue& row) { return row.is(JsonType::array); });
    return has_arrays ? index : std::nullopt;
  }

  void read_index(JsonValue index) {
    for (const JsonValue& entry : index)
      table_.index_width_ =
          std::max(table_.index_width_, entry.is(JsonType::array) ? entry.size() : std::size_t{1});
    if (table_.index_width_ > Table::kMaximumColumns)
      return fields_.fail(index, with_maximum("levels"));
    table_.index_ = index;
    for (std::size_t level = 1; level <= table_.index_width_; ++level) {
      const std::string number = table_.index_width_ == 1 ? "" : ' ' + std::to_string(level);
      table_.columns_.push_back({{}, "Index" + number, {}, {}, {}});
    }
  }

  // "a / x" for a column of several levels.
  static std::string label_of_levels(JsonValue column) {
    std::string label;
    for (const JsonValue& level : column) {
      if (!label.empty()) label += " / ";
      label += ContentReader::shown_text(level);
    }
    return label;
  }

  void read_columns(JsonValue columns) {
    for (const JsonValue& column : columns) {
      if (table_.columns_.size() == Table::kMaximumColumns)
        return fields_.fail(columns, with_maximum("columns"));
      table_.columns_.push_back(read_column(column));
    }
  }

  TableColumn read_column(JsonValue column) {
    using enum core::JsonType;
    TableColumn read;
    const auto text = [&](std::initializer_list<std::string_view> names) {
      const auto field = fields_.find(column, names, {string, number});
      return field ? std::optional(ContentReader::shown_text(*field)) : std::nullopt;
    };
    const auto name_in = [&](std::string_view name) {
      const auto field = fields_.find(column, {name}, {string});
      return field ? core::in_lower_case(field->string()) : std::string();
    };
    std::optional<std::string> label;
    if (column.is(string) || column.is(number)) {
      read.key = ContentReader::shown_text(column);
    } else if (column.is(array) && is_split_) {
      label = label_of_levels(column);
    } else if (column.is(object)) {
      read.key = text({"dataIndex", "accessorKey", "key", "id", "field", "accessor", "name"});
      label = text({"label", "header", "title", "headerName"});
      if (!read.key) read.key = label;
      read.align = parse_alignment(name_in("align"));
      read.format = parse_format(name_in("format"));
      read.currency = parse_currency(name_in("currency"));
      if (!read.format && !read.currency.empty()) read.format = CellFormat::currency;
    } else {
      fields_.fail_type(column, "a string or an object");
    }
    if (!label) label = read.key;
    read.label = label && !label->empty() ? *label : numbered_label(table_.columns_.size());
    return read;
  }

  // Adds columns for cells that have none. False, with the error in `row`, if there would be too
  // many.
  bool widen(std::size_t width, JsonValue row, std::string_view what) {
    if (width > Table::kMaximumColumns) {
      fields_.fail(row, with_maximum(what));
      return false;
    }
    while (table_.columns_.size() < width)
      table_.columns_.push_back({{}, numbered_label(table_.columns_.size()), {}, {}, {}});
    return true;
  }

  void read_rows(JsonValue rows) {
    if (table_.columns_.empty()) columns_from_keys(rows);
    std::optional<JsonValue> plain;
    for (const JsonValue& row : rows) {
      ++table_.row_count_;
      if (row.is(JsonType::array)) {
        if (!widen(table_.index_width_ + row.size(), row, "cells")) return;
      } else if (!row.is(JsonType::object) && !plain) {
        plain = row;
        widen(1, row, "cells");
      }
    }
    if (plain && table_.columns_.size() > 1) fields_.fail_type(*plain, "an array or an object");
    check_keys(rows);
    table_.rows_ = rows;
  }

  void columns_from_keys(JsonValue rows) {
    std::set<std::string> keys;
    for (const JsonValue& row : rows) {
      if (!row.is(JsonType::object)) continue;
      std::size_t expected = 0;
      for (const JsonValue& member : row) {
        const std::size_t position = expected++;
        if (position < table_.columns_.size() && member.is_named(*table_.columns_[position].key))
          continue;
        std::string key = member.name();
        if (!keys.insert(key).second) continue;
        if (table_.columns_.size() == Table::kMaximumColumns)
          return fields_.fail(rows, with_maximum("different keys"));
        std::string label = key.empty() ? numbered_label(table_.columns_.size()) : key;
        table_.columns_.push_back({std::move(key), std::move(label), {}, {}, {}});
      }
    }
  }

  // Keys of columns must be unique within a row. Of columns, some may have the same key.
  void check_keys(JsonValue rows) {
    const ColumnFinder finder(table_.columns_);
    std::vector<std::size_t> last_row(table_.columns_.size(), 0);
    std::size_t number = 0;
    for (const JsonValue& row : rows) {
      ++number;
      if (!row.is(JsonType::object)) continue;
      if (finder.repeated().size() > Table::kMaximumRepeatedColumns)
        return fields_.fail(row, "must be an array, as more than " +
                                     std::to_string(Table::kMaximumRepeatedColumns) +
                                     " columns have the key of another one");
      std::size_t expected = 0;
      for (const JsonValue& member : row) {
        const auto column = finder.find(member, expected);
        if (!column) continue;
        expected = *column + 1;
        if (std::exchange(last_row[*column], number) == number)
          fields_.fail_repeated(row, member.name());
      }
    }
  }

  // Given columns describe the fields at their positions.
  void read_csv(JsonValue text) {
    auto csv = Csv::parse(text.string());
    if (!csv) return fields_.fail(text, "has an unterminated quoted field");
    if (csv->records() == 0) return;
    if (csv->fields(0) > Table::kMaximumColumns) return fields_.fail(text, with_maximum("columns"));
    for (std::size_t i = table_.columns_.size(); i < csv->fields(0); ++i) {
      const std::string name(csv->field(0, i));
      table_.columns_.push_back({name, name.empty() ? numbered_label(i) : name, {}, {}, {}});
    }
    for (std::size_t record = 1; record < csv->records(); ++record)
      if (!widen(csv->fields(record), text, "fields in a record")) return;
    table_.row_count_ = csv->records() - 1;
    table_.rows_ = std::move(*csv);
  }

  ContentReader fields_;
  Table table_;
  bool is_split_ = false;  // the fields read last are a data frame as pandas splits it
};

Result<std::optional<Table>> read_table(JsonValue content) { return TableReader().read(content); }

std::optional<std::string> to_csv(const Table& table) {
  return write_csv(table, Formulas::guarded);
}

std::optional<std::string> to_raw_csv(const Table& table) {
  return write_csv(table, Formulas::as_sent);
}

std::optional<std::string> to_markdown(const Table& table) {
  if (takes_more_than(kMaximumFormBytes, table)) return std::nullopt;
  core::MarkdownTable markdown;
  for (const TableColumn& column : table.columns()) markdown.add_field(column.label);
  markdown.end_record();
  for (TableRows rows(table); rows.next();) {
    for (const TableCell& cell : rows.cells()) {
      if (markdown.text().size() > kMaximumFormBytes) return std::nullopt;
      add_cell(markdown, cell);
    }
    markdown.end_record();
  }
  return std::move(markdown).text();
}

}  // namespace templates
