#include "templates/table/table_reader.h"

#include <algorithm>
#include <array>
#include <set>

#include "core/input/content_reader.h"
#include "core/json/data_frame.h"
#include "core/text/ascii.h"
#include "core/text/split.h"

namespace templates {
namespace {

using core::are_named_rows;
using core::ContentReader;
using core::Csv;
using core::has_row_numbers;
using core::has_values_by_column;
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

std::string with_too_many_repeated() {
  return "more than " + std::to_string(Table::kMaximumRepeatedColumns) +
         " columns have the key of another one";
}

// Whether an index only counts the rows: 0, 1, 2, …
bool is_row_number(JsonValue index) {
  std::size_t expected = 0;
  return std::all_of(index.begin(), index.end(), [&](const JsonValue& entry) {
    return entry.is(JsonType::number) && entry.text() == std::to_string(expected++);
  });
}

const std::initializer_list<std::string_view> kColumnMembers{"columns", "headers", "fields",
                                                             "columnDefs"};
const std::initializer_list<std::string_view> kRowMembers{"rows",  "data",       "records",
                                                          "items", "dataSource", "rowData"};

// Names and types of columns, as ClickHouse writes them beside data (FORMAT JSONCompact).
bool has_names_of_columns(JsonValue meta) {
  if (!meta.is(JsonType::array) || meta.begin() == meta.end()) return false;
  return std::all_of(meta.begin(), meta.end(), [](const JsonValue& column) {
    const auto name = column.find("name");
    return name && name->is(JsonType::string) && column.find("type");
  });
}

// Whether a member has something that could have been a cell, or a text about the table.
bool has_something_to_show(JsonValue value) {
  if (value.is(JsonType::string)) return !core::trim(value.text(), "\"").empty();
  return value.descendants() > 0;
}

// Members that are shown, or compared with what is shown elsewhere, and those with which programs
// describe a table.
const std::initializer_list<std::string_view> kOtherMembers{"csv",  "table", "$schema", "schema",
                                                            "type", "id",    "rowKey"};

// Whether the members of the content are its columns. One among others can have a name that
// otherwise says what the columns or rows are.
bool is_columns(JsonValue holder) {
  if (!has_values_by_column(holder)) return false;
  const auto is_there = [&](std::string_view name) { return holder.find(name).has_value(); };
  const auto known = std::count_if(kColumnMembers.begin(), kColumnMembers.end(), is_there) +
                     std::count_if(kRowMembers.begin(), kRowMembers.end(), is_there) +
                     (is_there("csv") ? 1 : 0) + (is_there("table") ? 1 : 0);
  return known == 0 || (known == 1 && holder.size() > 1);
}

}  // namespace

class TableReader {
 public:
  Result<std::optional<Table>> read(JsonValue content) {
    if (!content.is(JsonType::object)) fields_.fail_type(content, "an object");
    read_fields(content);
    const bool shows_members = has_only_columns_;
    if (!fields_.error() && table_.columns_.empty() && !has_no_rows_) {
      if (const auto inner =
              fields_.find(content, {"table"}, {JsonType::object, JsonType::array})) {
        // Nothing of what was outside belongs to its rows.
        table_ = Table();
        used_.clear();
        inner->is(JsonType::object) ? read_fields(*inner) : read_rows(*inner);
        if (inner->is(JsonType::object) && !has_only_columns_) note_unused(*inner);
      }
    }
    if (fields_.error()) return *fields_.error();
    if (table_.columns_.empty() && !has_no_rows_) return std::optional<Table>();
    if (!shows_members) note_unused(content);
    return std::optional(std::move(table_));
  }

 private:
  void read_fields(JsonValue holder) {
    has_only_columns_ = is_columns(holder);
    if (has_only_columns_) return read_values(holder);
    const auto columns = fields_.find(holder, kColumnMembers, {JsonType::array});
    for (const std::string_view name : kRowMembers) {
      const auto values = holder.find(name);
      if (!values || !has_values_by_column(*values)) continue;
      if (columns) read_columns(*columns);
      return read_values(*values);
    }
    const auto rows = fields_.find(holder, kRowMembers, {JsonType::array});
    if (const auto index = split_index(holder, rows, columns.has_value())) {
      used_.insert({"index", "index_names", "column_names"});
      const auto names = index_names(holder);
      if (names || !is_row_number(*index)) read_index(*index, names);
      is_split_ = columns.has_value();
      if (!columns) read_name(holder);
    }
    if (columns) {
      read_columns(*columns);
    } else if (const auto meta = holder.find("meta"); rows && meta && has_names_of_columns(*meta)) {
      used_.insert({"meta", "statistics"});
      if (rows->begin() == rows->end() || rows->begin()->is(JsonType::array)) read_columns(*meta);
    }
    if (rows) {
      read_rows(*rows);
    } else if (const auto csv = fields_.find(holder, {"csv"}, {JsonType::string})) {
      read_csv(*csv);
    }
  }

  // The index of a data frame or a series as pandas splits it: beside data, an entry for each row.
  // Every row of a data frame, which has columns, is an array, and none of a series. `rows` are
  // those that are read.
  static std::optional<JsonValue> split_index(JsonValue holder, std::optional<JsonValue> rows,
                                              bool has_columns) {
    const auto index = holder.find("index");
    if (!index || !rows || !rows->is_named("data") || !index->is(JsonType::array) ||
        index->size() != rows->size())
      return std::nullopt;
    if (!has_columns && rows->begin() == rows->end()) return std::nullopt;
    const bool is_split = std::all_of(rows->begin(), rows->end(), [&](const JsonValue& row) {
      return has_columns ? row.is(JsonType::array)
                         : !row.is(JsonType::array) && !row.is(JsonType::object);
    });
    return is_split ? index : std::nullopt;
  }

  // The names of the index's levels, as DataFrame.to_dict("tight") has them, if there is any.
  static std::optional<JsonValue> index_names(JsonValue holder) {
    const auto names = holder.find("index_names");
    if (!names || !names->is(JsonType::array)) return std::nullopt;
    const bool has_name = std::any_of(names->begin(), names->end(), is_name);
    return has_name ? names : std::nullopt;
  }

  static bool is_name(const JsonValue& value) {
    return value.is(JsonType::string) || value.is(JsonType::number);
  }

  // Of the values of a series.
  void read_name(JsonValue holder) {
    used_.insert("name");
    const auto name = holder.find("name");
    table_.columns_.push_back(
        {{}, name && is_name(*name) ? ContentReader::shown_text(*name) : "Value", {}, {}, {}});
  }

  void read_index(JsonValue index, std::optional<JsonValue> names) {
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
    std::size_t level = 0;
    for (auto name = names ? names->begin() : index.end();
         names && name != names->end() && level < table_.index_width_; ++name, ++level)
      if (is_name(*name)) table_.columns_[level].label = ContentReader::shown_text(*name);
  }

  // What the content has beside its columns and rows. The sources of rows are compared elsewhere,
  // as those of every template.
  void note_unused(JsonValue holder) {
    for (const JsonValue& member : holder) {
      if (table_.unused_.size() == Table::kMaximumNamed) return;
      if (!has_something_to_show(member) || is_known(member)) continue;
      const std::string field = "/content" + member.pointer();
      table_.unused_.push_back(
          {field + " is not shown, as the page has columns and rows alone; " +
               (member.is(JsonType::string) ? "a text can be the artifact's title or description"
                                            : "add it to the rows"),
           field});
    }
  }

  bool is_known(JsonValue member) const {
    const auto is_named = [&](std::string_view name) { return member.is_named(name); };
    const auto is_among = [&](const auto& names) {
      return std::any_of(names.begin(), names.end(), is_named);
    };
    return is_among(kColumnMembers) || is_among(kRowMembers) || is_among(kOtherMembers) ||
           is_among(used_);
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

  void note_ignored(JsonValue part, std::string_view why) {
    if (table_.ignored_.size() == Table::kMaximumNamed) return;
    const std::string field = "/content" + part.pointer();
    table_.ignored_.push_back({field + ' ' + std::string(why) + "; it was ignored", field});
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
      if (!read.format && !name_in("format").empty())
        note_ignored(*column.find("format"),
                     "is no format; there are number, percent, currency, date, link, image and "
                     "text");
      read.currency = parse_currency(name_in("currency"));
      if (read.currency.empty() && !name_in("currency").empty())
        note_ignored(*column.find("currency"), "is no ISO 4217 code, such as EUR");
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
    has_no_rows_ = rows.size() == 0;
    if (table_.columns_.empty()) columns_from_keys(rows);
    std::optional<JsonValue> plain;
    for (const JsonValue& row : rows) {
      ++table_.row_count_;
      if (row.is(JsonType::array)) {
        if (!widen(table_.index_width_ + row.size(), row, "cells")) return;
      } else if (!row.is(JsonType::object) && !plain) {
        plain = row;
        widen(table_.index_width_ + 1, row, "cells");
      }
    }
    if (plain && table_.columns_.size() > table_.index_width_ + 1)
      fields_.fail_type(*plain, "an array or an object");
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
    bool has_other_keys = false;
    for (const JsonValue& row : rows) {
      ++number;
      if (!row.is(JsonType::object)) continue;
      if (finder.repeated().size() > Table::kMaximumRepeatedColumns)
        return fields_.fail(row, "must be an array, as " + with_too_many_repeated());
      std::size_t expected = 0;
      for (const JsonValue& member : row) {
        const auto column = finder.find(member, expected);
        if (!column) {
          has_other_keys = true;
          continue;
        }
        expected = *column + 1;
        if (std::exchange(last_row[*column], number) == number)
          fields_.fail_repeated(row, member.name());
      }
    }
    if (has_other_keys) note_missing_keys(last_row, finder);
  }

  // `last_row` has the number of the last row with the key of each column.
  void note_missing_keys(const std::vector<std::size_t>& last_row, const ColumnFinder& finder) {
    const auto repeats = [&](std::size_t column) {
      return std::any_of(finder.repeated().begin(), finder.repeated().end(),
                         [&](const auto& pair) { return pair.first == column; });
    };
    for (std::size_t i = 0; i < last_row.size(); ++i) {
      const auto& key = table_.columns_[i].key;
      if (key && last_row[i] == 0 && !repeats(i)) note_missing_key(*key);
    }
  }

  void note_missing_key(const std::string& key) {
    if (table_.missing_keys_.size() < Table::kMaximumNamed) table_.missing_keys_.push_back(key);
  }

  // Given columns choose those that are shown, and their order.
  void read_values(JsonValue values) {
    if (has_keys_of_rows(values)) return read_named_rows(values);
    const JsonValue first = *values.begin();
    if (first.is(JsonType::object) && !has_row_numbers(first)) {
      name_rows(first);
      if (fields_.error()) return;
    }
    ValuesByColumn by_column;
    if (table_.columns_.size() > table_.index_width_) {
      by_column = values_of_columns(values);
      if (fields_.error()) return;
    } else {
      std::set<std::string> keys;
      for (const JsonValue& column : values) {
        if (table_.columns_.size() == Table::kMaximumColumns)
          return fields_.fail(values, with_maximum("columns"));
        std::string key = column.name();
        if (!keys.insert(key).second) return fields_.fail_repeated(values, key);
        std::string label = key.empty() ? numbered_label(table_.columns_.size()) : key;
        table_.columns_.push_back({std::move(key), std::move(label), {}, {}, {}});
        by_column.emplace_back(column);
      }
    }
    table_.row_count_ = first.size();
    table_.rows_ = std::move(by_column);
  }

  // Whether the members of `values` are rows. Given columns tell by the names that they have.
  bool has_keys_of_rows(JsonValue values) const {
    const JsonValue first = *values.begin();
    if (table_.columns_.empty() || !first.is(JsonType::object)) return are_named_rows(values);
    const ColumnFinder finder(table_.columns_);
    const auto is_named = [&](JsonValue holder) {
      return std::any_of(holder.begin(), holder.end(), [&](const JsonValue& member) {
        return finder.find(member, 0).has_value();
      });
    };
    return !is_named(values) && is_named(first);
  }

  // Adds a column with the names of the members of `rows` before all others.
  void name_rows(JsonValue rows) {
    if (table_.columns_.size() == Table::kMaximumColumns)
      return fields_.fail(rows, with_maximum("columns"));
    for (const JsonValue& row : rows) table_.row_names_.push_back(row.name());
    table_.index_width_ = 1;
    table_.columns_.insert(table_.columns_.begin(), {{}, "Index", {}, {}, {}});
  }

  void read_named_rows(JsonValue rows) {
    read_rows(rows);
    if (!fields_.error() && !has_row_numbers(rows)) name_rows(rows);
  }

  ValuesByColumn values_of_columns(JsonValue values) {
    const ColumnFinder finder(table_.columns_);
    if (finder.repeated().size() > Table::kMaximumRepeatedColumns) {
      fields_.fail(values, "cannot be shown, as " + with_too_many_repeated());
      return {};
    }
    ValuesByColumn by_column(table_.columns_.size());
    std::size_t expected = table_.index_width_;
    bool has_other_keys = false;
    for (const JsonValue& member : values) {
      const auto column = finder.find(member, expected);
      if (!column || by_column[*column]) {
        has_other_keys = true;
        continue;
      }
      by_column[*column] = member;
      expected = *column + 1;
    }
    for (const auto& [column, first] : finder.repeated()) by_column[column] = by_column[first];
    for (std::size_t i = 0; has_other_keys && i < by_column.size(); ++i)
      if (const auto& key = table_.columns_[i].key; key && !by_column[i]) note_missing_key(*key);
    by_column.erase(by_column.begin(),
                    by_column.begin() + static_cast<std::ptrdiff_t>(table_.index_width_));
    return by_column;
  }

  // Given columns describe the fields at their positions.
  void read_csv(JsonValue text) {
    auto csv = Csv::parse(text.string());
    if (!csv) return fields_.fail(text, csv.error().message);
    has_no_rows_ = csv->records() == 0;
    if (has_no_rows_) return;
    if (csv->fields(0) > Table::kMaximumColumns) return fields_.fail(text, with_maximum("columns"));
    for (std::size_t i = table_.columns_.size(); i < csv->fields(0); ++i) {
      const std::string name(csv->field(0, i));
      table_.columns_.push_back({name, name.empty() ? numbered_label(i) : name, {}, {}, {}});
    }
    note_uneven_rows(*csv, text);
    for (std::size_t record = 1; record < csv->records(); ++record)
      if (!widen(csv->fields(record), text, "fields in a record")) return;
    table_.row_count_ = csv->records() - 1;
    table_.rows_ = std::move(*csv);
  }

  void note_uneven_rows(const Csv& csv, JsonValue text) {
    const auto& wider = csv.wider_record();
    if (!wider || wider->fields <= table_.columns_.size()) return;
    const std::string field = "/content" + text.pointer();
    const std::size_t header = csv.fields(0);
    table_.uneven_rows_ = TablePart{
        field + " has " + std::to_string(wider->fields) + " fields in line " +
            std::to_string(wider->line) + ", but " + std::to_string(header) +
            (header == 1 ? " in the first line, which is to have the names of all columns, and "
                           "no title above them"
                         : " in the first line, which names the columns"),
        field};
  }

  ContentReader fields_;
  Table table_;
  bool has_no_rows_ = false;         // there is a place for rows, and nothing in it
  bool has_only_columns_ = false;    // the fields read last are the values of columns
  std::set<std::string_view> used_;  // further members whose values are shown
  bool is_split_ = false;            // the fields read last are a data frame as pandas splits it
};

Result<std::optional<Table>> read_table(JsonValue content) { return TableReader().read(content); }

}  // namespace templates
