#include "templates/table/reader/column_keys.h"

#include <algorithm>
#include <set>
#include <utility>

#include "templates/table/reader/column_description.h"
#include "templates/table/reader/table_limits.h"

namespace templates {
namespace {

using core::ContentReader;
using core::JsonType;
using core::JsonValue;

void note_missing_key(const std::string& key, std::vector<std::string>& missing_keys) {
  if (missing_keys.size() < Table::kMaximumNamed) missing_keys.push_back(key);
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
    if (key && last_row[i] == 0 && !repeats(i)) note_missing_key(*key, missing);
  }
  return missing;
}

}  // namespace

std::vector<TableColumn> columns_from_keys(JsonValue rows, ContentReader& fields) {
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
                            ContentReader& fields) {
  std::set<std::string> keys;
  for (const JsonValue& member : values) {
    if (columns.size() == Table::kMaximumColumns)
      return fields.fail(values, with_maximum("columns"));
    std::string key = member.name();
    if (!keys.insert(key).second) return fields.fail_repeated(values, key);
    columns.push_back(column_of_key(std::move(key), columns.size()));
  }
}

std::vector<std::string> check_keys(JsonValue rows, const std::vector<TableColumn>& columns,
                                    ContentReader& fields) {
  const ColumnFinder finder(columns);
  std::vector<std::size_t> last_row(columns.size(), 0);
  std::size_t number = 0;
  bool has_other_keys = false;
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
        continue;
      }
      expected = *column + 1;
      if (std::exchange(last_row[*column], number) == number)
        fields.fail_repeated(row, member.name());
    }
  }
  return has_other_keys ? missing_keys(last_row, finder, columns) : std::vector<std::string>();
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
                          std::size_t index_width, ContentReader& fields) {
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
      continue;
    }
    placed.by_column[*column] = member;
    expected = *column + 1;
  }
  for (const auto& [column, first] : finder.repeated())
    placed.by_column[column] = placed.by_column[first];
  for (std::size_t i = 0; has_other_keys && i < columns.size(); ++i)
    if (const auto& key = columns[i].key; key && !placed.by_column[i])
      note_missing_key(*key, placed.missing_keys);
  placed.by_column.erase(placed.by_column.begin(),
                         placed.by_column.begin() + static_cast<std::ptrdiff_t>(index_width));
  return placed;
}

}  // namespace templates
