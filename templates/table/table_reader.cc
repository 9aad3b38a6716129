#include "templates/table/table_reader.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "core/fields.h"
#include "core/text/data_frame.h"
#include "core/text/text.h"
#include "templates/content.h"
#include "templates/table/columns.h"
#include "templates/table/table_content.h"

namespace templates {

using core::Csv;
using core::FieldReader;
using core::has_values_by_column;
using core::JsonType;
using core::JsonValue;
using core::Result;

class TableReader {
 public:
  Result<std::optional<Table>> read(JsonValue content) {
    if (!content.is(JsonType::object)) fields_.fail_type(content, "an object");
    read_fields(content);
    const bool shows_members = has_only_columns_;
    if (!fields_.error() && table_.columns_.empty() && !has_no_rows_) {
      if (const auto inner =
              fields_.find(content, {"table"}, {JsonType::object, JsonType::array})) {
        // Only the language of what was outside applies to its rows.
        Table outer = std::exchange(table_, Table());
        table_.language_ = std::move(outer.language_);
        used_.clear();
        inner->is(JsonType::object) ? read_fields(*inner) : read_rows(*inner);
        if (inner->is(JsonType::object) && !has_only_columns_) note_unused(*inner);
      }
    }
    if (auto problem = fields_.problem()) return *std::move(problem);
    if (table_.columns_.empty() && !has_no_rows_) return std::optional<Table>();
    if (!shows_members) note_unused(content);
    return std::optional(std::move(table_));
  }

 private:
  void read_fields(JsonValue holder) {
    table_.places_.holder = holder;
    has_only_columns_ = is_columns(holder);
    if (has_only_columns_) return read_values(holder);
    if (std::string language = read_language(holder, table_.ignored_); !language.empty())
      table_.language_ = std::move(language);
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
      table_.places_.count = index;
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

  // Reads the name of the values of a series.
  void read_name(JsonValue holder) {
    used_.insert("name");
    const auto name = holder.find("name");
    table_.columns_.push_back(
        {{}, name && is_name(*name) ? FieldReader::shown_text(*name) : "Value", {}, {}, {}});
  }

  void read_index(JsonValue index, std::optional<JsonValue> names) {
    for (const JsonValue& entry : index)
      table_.index_width_ =
          std::max(table_.index_width_, entry.is(JsonType::array) ? entry.size() : std::size_t{1});
    if (table_.index_width_ > Table::kMaximumColumns)
      return fields_.fail(index, with_maximum("levels"));
    table_.index_ = index;
    table_.places_.names = RowPlaces::Names::index;
    for (std::size_t level = 1; level <= table_.index_width_; ++level) {
      const std::string number = table_.index_width_ == 1 ? "" : ' ' + std::to_string(level);
      table_.columns_.push_back({{}, "Index" + number, {}, {}, {}});
    }
    std::size_t level = 0;
    for (auto name = names ? names->begin() : index.end();
         names && name != names->end() && level < table_.index_width_; ++name, ++level)
      if (is_name(*name)) table_.columns_[level].label = FieldReader::shown_text(*name);
  }

  // The members of the content in addition to its columns and rows. The sources of rows are
  // compared elsewhere, as those of every template.
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

  void read_columns(JsonValue columns) {
    for (const JsonValue& column : columns) {
      if (table_.columns_.size() == Table::kMaximumColumns)
        return fields_.fail(columns, with_maximum("columns"));
      table_.columns_.push_back(
          read_column(column, table_.columns_.size(), is_split_, fields_, table_.ignored_));
    }
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

  void place_rows(RowPlaces::Form form, JsonValue list) {
    table_.places_.form = form;
    table_.places_.list = list;
  }

  void read_rows(JsonValue rows) {
    place_rows(RowPlaces::Form::array, rows);
    has_no_rows_ = rows.size() == 0;
    const std::size_t named = table_.columns_.size();
    if (named == 0) table_.columns_ = columns_from_keys(rows, fields_);
    std::optional<JsonValue> plain;
    for (const JsonValue& row : rows) {
      ++table_.row_count_;
      if (row.is(JsonType::array)) {
        const std::size_t cells = table_.index_width_ + row.size();
        if (named > 0 && cells > named && !table_.uneven_rows_) note_long_row(row, cells, named);
        if (!widen(cells, row, "cells")) return;
      } else if (!row.is(JsonType::object) && !plain) {
        plain = row;
        widen(table_.index_width_ + 1, row, "cells");
      }
    }
    if (plain && table_.columns_.size() > table_.index_width_ + 1)
      fields_.fail_type(*plain, "an array or an object");
    table_.keys_ = check_keys(rows, table_.columns_, fields_);
    table_.rows_ = rows;
  }

  // Given columns choose those that are shown, and their order.
  void read_values(JsonValue values) {
    if (has_rows(values)) return read_named_rows(values);
    place_rows(RowPlaces::Form::by_column, values);
    const JsonValue first = *values.begin();
    if (first.is(JsonType::object) && !core::has_row_numbers(first)) {
      name_rows(first);
      if (fields_.error()) return;
    }
    ValuesByColumn by_column;
    if (table_.columns_.size() > table_.index_width_) {
      auto placed = place_values(values, table_.columns_, table_.index_width_, fields_);
      by_column = std::move(placed.by_column);
      table_.keys_ = std::move(placed.keys);
    } else {
      add_columns_of_members(values, table_.columns_, fields_);
      by_column.assign(values.begin(), values.end());
    }
    if (fields_.error()) return;
    table_.row_count_ = first.size();
    table_.rows_ = std::move(by_column);
  }

  // Whether the members of `values` are rows. Given columns decide by their names.
  bool has_rows(JsonValue values) const {
    if (table_.columns_.empty() || !values.begin()->is(JsonType::object))
      return core::are_named_rows(values);
    return has_keys_in_rows(values, table_.columns_);
  }

  // Adds a column with the names of the members of `rows` before all others.
  void name_rows(JsonValue rows) {
    if (table_.columns_.size() == Table::kMaximumColumns)
      return fields_.fail(rows, with_maximum("columns"));
    for (const JsonValue& row : rows) table_.row_names_.push_back(row.name());
    table_.places_.names = RowPlaces::Names::members;
    table_.index_width_ = 1;
    table_.columns_.insert(table_.columns_.begin(), {{}, "Index", {}, {}, {}});
  }

  void read_named_rows(JsonValue rows) {
    read_rows(rows);
    table_.places_.names = RowPlaces::Names::members;
    if (!fields_.error() && !core::has_row_numbers(rows)) name_rows(rows);
  }

  // Given columns describe the fields at their positions.
  void read_csv(JsonValue text) {
    auto csv = Csv::parse(text.string());
    if (!csv) return fields_.fail(text, csv.error().message, csv.error().line);
    place_rows(RowPlaces::Form::csv, text);
    table_.places_.delimiter = csv->delimiter();
    has_no_rows_ = csv->records() == 0;
    if (has_no_rows_) return;
    table_.places_.header_fields = csv->fields(0);
    if (csv->fields(0) > Table::kMaximumColumns) return fields_.fail(text, with_maximum("columns"));
    for (std::size_t i = table_.columns_.size(); i < csv->fields(0); ++i) {
      const std::string name(csv->field(0, i));
      table_.columns_.push_back({name, name.empty() ? numbered_label(i) : name, {}, {}, {}});
    }
    note_uneven_rows(*csv, text);
    for (std::size_t record = 1; record < csv->records(); ++record)
      if (!widen(csv->fields(record), text, "fields in a record")) return;
    table_.row_count_ = csv->records() - 1;
    if (table_.row_count_ == 0 && text.string().find(kEscapedLineBreak) != std::string::npos)
      table_.escaped_csv_ = "/content" + text.pointer();
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

  void note_long_row(JsonValue row, std::size_t cells, std::size_t columns) {
    const std::string field = "/content" + row.pointer();
    table_.uneven_rows_ =
        TablePart{field + " has " + std::to_string(cells) + " cells, but the table has " +
                      std::to_string(columns) + (columns == 1 ? " column" : " columns"),
                  field};
  }

  FieldReader fields_;
  Table table_;
  bool has_no_rows_ = false;         // there is a place for rows, and nothing in it
  bool has_only_columns_ = false;    // the fields read last are the values of columns
  std::set<std::string_view> used_;  // further members whose values are shown
  bool is_split_ = false;            // the fields read last are a data frame as pandas splits it
};

Result<std::optional<Table>> read_table(JsonValue content) { return TableReader().read(content); }

std::string with_maximum(std::string_view what) {
  std::string most = std::to_string(Table::kMaximumColumns);
  most.insert(most.size() - 3, 1, ',');
  return "must have at most " + most + " " + std::string(what);
}

std::string with_too_many_repeated() {
  return "more than " + std::to_string(Table::kMaximumRepeatedColumns) +
         " columns have the key of another one";
}

using core::JsonType;
using core::JsonValue;

bool is_columns(JsonValue holder) {
  if (!core::has_values_by_column(holder)) return false;
  const auto is_there = [&](std::string_view name) { return holder.find(name).has_value(); };
  const auto known = std::count_if(kColumnMembers.begin(), kColumnMembers.end(), is_there) +
                     std::count_if(kRowMembers.begin(), kRowMembers.end(), is_there) +
                     (is_there("csv") ? 1 : 0) + (is_there("table") ? 1 : 0);
  return known == 0 || (known == 1 && holder.size() > 1);
}

bool has_names_of_columns(JsonValue meta) {
  if (!meta.is(JsonType::array) || meta.begin() == meta.end()) return false;
  return std::all_of(meta.begin(), meta.end(), [](const JsonValue& column) {
    const auto name = column.find("name");
    return name && name->is(JsonType::string) && column.find("type");
  });
}

std::optional<JsonValue> split_index(JsonValue holder, std::optional<JsonValue> rows,
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

bool is_row_number(JsonValue index) {
  std::size_t expected = 0;
  return std::all_of(index.begin(), index.end(), [&](const JsonValue& entry) {
    return entry.is(JsonType::number) && entry.text() == std::to_string(expected++);
  });
}

std::optional<JsonValue> index_names(JsonValue holder) {
  const auto names = holder.find("index_names");
  if (!names || !names->is(JsonType::array)) return std::nullopt;
  const bool has_name = std::any_of(names->begin(), names->end(), is_name);
  return has_name ? names : std::nullopt;
}

bool is_name(const JsonValue& value) {
  return value.is(JsonType::string) || value.is(JsonType::number);
}

bool has_something_to_show(JsonValue value) {
  if (value.is(JsonType::string)) return !core::trim(value.text(), "\"").empty();
  return value.descendants() > 0;
}

}  // namespace templates
