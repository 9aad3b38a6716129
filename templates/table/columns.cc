#include "templates/table/columns.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "core/text/text.h"
#include "templates/table/notation.h"
#include "templates/table/table_reader.h"

namespace templates {
namespace {

using core::FieldReader;
using core::JsonValue;

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

// "a / x" for a column of several levels.
std::string label_of_levels(JsonValue column) {
  std::string label;
  for (const JsonValue& level : column) {
    if (!label.empty()) label += " / ";
    label += FieldReader::shown_text(level);
  }
  return label;
}

void note_ignored(JsonValue part, std::string_view why, std::vector<TablePart>& ignored) {
  if (ignored.size() == Table::kMaximumNamed) return;
  const std::string field = "/content" + part.pointer();
  ignored.push_back({field + ' ' + std::string(why) + "; it was ignored", field});
}

// The value of a member that is a name, in lower case; empty if there is none.
std::string name_in(JsonValue column, std::string_view member, FieldReader& fields) {
  const auto field = fields.find(column, {member}, {core::JsonType::string});
  return field ? core::in_lower_case(field->string()) : std::string();
}

void read_style(JsonValue column, TableColumn& read, FieldReader& fields,
                std::vector<TablePart>& ignored) {
  read.align = parse_alignment(name_in(column, "align", fields));
  const std::string format = name_in(column, "format", fields);
  read.format = parse_format(format);
  if (!read.format && !format.empty())
    note_ignored(*column.find("format"),
                 "is no format; there are number, percent, currency, date, link, image and text",
                 ignored);
  const std::string currency = name_in(column, "currency", fields);
  read.currency = parse_currency(currency);
  if (read.currency.empty() && !currency.empty())
    note_ignored(*column.find("currency"), "is no ISO 4217 code, such as EUR", ignored);
  if (!read.format && !read.currency.empty()) read.format = CellFormat::currency;
  read.language = read_language(column, ignored);
}

}  // namespace

std::string read_language(JsonValue holder, std::vector<TablePart>& ignored) {
  const auto member = holder.find("lang");
  if (!member || !member->is(core::JsonType::string)) return {};
  std::string language = member->string();
  if (language.empty() || is_language_tag(language)) return language;
  note_ignored(*member, "is no language tag, such as de or en-US", ignored);
  return {};
}

std::string named_in_message(const std::vector<std::string>& names) {
  std::string named;
  for (std::size_t i = 0; i < std::min(names.size(), Table::kMaximumNamed); ++i)
    named.append(i == 0 ? "\"" : ", \"")
        .append(core::first_code_points(names[i], kLongestShownName))
        .append("\"");
  return names.size() > Table::kMaximumNamed ? named + ", …" : named;
}

std::string numbered_label(std::size_t position) {
  return "Column " + std::to_string(position + 1);
}

TableColumn column_of_key(std::string key, std::size_t position) {
  std::string label = key.empty() ? numbered_label(position) : key;
  return {std::move(key), std::move(label), {}, {}, {}};
}

TableColumn read_column(JsonValue column, std::size_t position, bool may_have_levels,
                        FieldReader& fields, std::vector<TablePart>& ignored) {
  using enum core::JsonType;
  TableColumn read;
  const auto text = [&](std::initializer_list<std::string_view> names) {
    const auto field = fields.find(column, names, {string, number});
    return field ? std::optional(FieldReader::shown_text(*field)) : std::nullopt;
  };
  std::optional<std::string> label;
  if (column.is(string) || column.is(number)) {
    read.key = FieldReader::shown_text(column);
  } else if (column.is(array) && may_have_levels) {
    label = label_of_levels(column);
  } else if (column.is(object)) {
    read.key = text({"dataIndex", "accessorKey", "key", "id", "field", "accessor", "name"});
    label = text({"label", "header", "title", "headerName"});
    if (!read.key) read.key = label;
    read_style(column, read, fields, ignored);
  } else {
    fields.fail_type(column, "a string or an object");
  }
  if (!label) label = read.key;
  read.label = label && !label->empty() ? *label : numbered_label(position);
  return read;
}

namespace {

using core::FieldReader;
using core::JsonType;
using core::JsonValue;

void note_key(const std::string& key, std::vector<std::string>& keys) {
  if (keys.size() < Table::kMaximumNamed) keys.push_back(key);
}

void note_unshown(JsonValue member, std::vector<std::string>& keys) {
  const bool is_empty = member.is(JsonType::null) || member.text() == "\"\"";
  if (is_empty || keys.size() == Table::kMaximumNamed) return;
  const bool is_known = std::any_of(keys.begin(), keys.end(),
                                    [&](const std::string& key) { return member.is_named(key); });
  if (!is_known) keys.push_back(member.name());
}

// `last_row` has the number of the last row with the key of each column.
std::vector<std::string> missing_keys(const std::vector<std::size_t>& last_row,
                                      const ColumnFinder& finder,
                                      const std::vector<TableColumn>& columns) {
  const auto repeats = [&](std::size_t column) {
    return std::any_of(finder.repeated().begin(), finder.repeated().end(),
                       [&](const auto& pair) { return pair.first == column; });
  };
  std::vector<std::string> missing;
  for (std::size_t i = 0; i < last_row.size(); ++i) {
    const auto& key = columns[i].key;
    if (key && last_row[i] == 0 && !repeats(i)) note_key(*key, missing);
  }
  return missing;
}

}  // namespace

std::vector<TableColumn> columns_from_keys(JsonValue rows, FieldReader& fields) {
  std::vector<TableColumn> columns;
  std::set<std::string> keys;
  for (const JsonValue& row : rows) {
    if (!row.is(JsonType::object)) continue;
    std::size_t expected = 0;
    for (const JsonValue& member : row) {
      const std::size_t position = expected++;
      if (position < columns.size() && member.is_named(*columns[position].key)) continue;
      std::string key = member.name();
      if (!keys.insert(key).second) continue;
      if (columns.size() == Table::kMaximumColumns) {
        fields.fail(rows, with_maximum("different keys"));
        return columns;
      }
      columns.push_back(column_of_key(std::move(key), columns.size()));
    }
  }
  return columns;
}

void add_columns_of_members(JsonValue values, std::vector<TableColumn>& columns,
                            FieldReader& fields) {
  std::set<std::string> keys;
  for (const JsonValue& member : values) {
    if (columns.size() == Table::kMaximumColumns)
      return fields.fail(values, with_maximum("columns"));
    std::string key = member.name();
    if (!keys.insert(key).second) return fields.fail_repeated(values, key);
    columns.push_back(column_of_key(std::move(key), columns.size()));
  }
}

DifferingKeys check_keys(JsonValue rows, const std::vector<TableColumn>& columns,
                         FieldReader& fields) {
  const ColumnFinder finder(columns);
  std::vector<std::size_t> last_row(columns.size(), 0);
  std::size_t number = 0;
  bool has_other_keys = false;
  DifferingKeys keys;
  for (const JsonValue& row : rows) {
    ++number;
    if (!row.is(JsonType::object)) continue;
    if (finder.repeated().size() > Table::kMaximumRepeatedColumns) {
      fields.fail(row, "must be an array, as " + with_too_many_repeated());
      return {};
    }
    std::size_t expected = 0;
    for (const JsonValue& member : row) {
      const auto column = finder.find(member, expected);
      if (!column) {
        has_other_keys = true;
        note_unshown(member, keys.unshown);
        continue;
      }
      expected = *column + 1;
      if (std::exchange(last_row[*column], number) == number)
        fields.fail_repeated(row, member.name());
    }
  }
  if (has_other_keys) keys.missing = missing_keys(last_row, finder, columns);
  return keys;
}

bool has_keys_in_rows(JsonValue values, const std::vector<TableColumn>& columns) {
  const ColumnFinder finder(columns);
  const auto is_named = [&](JsonValue holder) {
    return std::any_of(holder.begin(), holder.end(),
                       [&](const JsonValue& member) { return finder.find(member, 0).has_value(); });
  };
  return !is_named(values) && is_named(*values.begin());
}

PlacedValues place_values(JsonValue values, const std::vector<TableColumn>& columns,
                          std::size_t index_width, FieldReader& fields) {
  const ColumnFinder finder(columns);
  if (finder.repeated().size() > Table::kMaximumRepeatedColumns) {
    fields.fail(values, "cannot be shown, as " + with_too_many_repeated());
    return {};
  }
  PlacedValues placed;
  placed.by_column.resize(columns.size());
  std::size_t expected = index_width;
  bool has_other_keys = false;
  for (const JsonValue& member : values) {
    const auto column = finder.find(member, expected);
    if (!column || placed.by_column[*column]) {
      has_other_keys = true;
      if (!column) note_unshown(member, placed.keys.unshown);
      continue;
    }
    placed.by_column[*column] = member;
    expected = *column + 1;
  }
  for (const auto& [column, first] : finder.repeated())
    placed.by_column[column] = placed.by_column[first];
  for (std::size_t i = 0; has_other_keys && i < columns.size(); ++i)
    if (const auto& key = columns[i].key; key && !placed.by_column[i])
      note_key(*key, placed.keys.missing);
  placed.by_column.erase(placed.by_column.begin(),
                         placed.by_column.begin() + static_cast<std::ptrdiff_t>(index_width));
  return placed;
}

}  // namespace templates
