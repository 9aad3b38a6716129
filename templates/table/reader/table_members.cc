#include "templates/table/reader/table_members.h"

#include <algorithm>
#include <string>

#include "core/json/data_frame.h"
#include "core/text/split.h"

namespace templates {

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
