#include "templates/table/table_difference.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/fields.h"
#include "templates/table/table_content.h"
#include "templates/table/table_reader.h"

namespace templates {
namespace {

using core::JsonType;
using core::JsonValue;

void add_to(Grid& grid, std::size_t column, const TableCell& cell) {
  if (const auto* field = std::get_if<std::string_view>(&cell)) return grid.add(column, *field);
  const auto* value = std::get_if<JsonValue>(&cell);
  if (value == nullptr || value->is(JsonType::null)) return;
  if (!value->is(JsonType::string)) return grid.add(column, value->text());
  const std::string_view text = value->text();
  if (text.find('\\') != std::string_view::npos) return grid.add_copy(column, value->string());
  grid.add(column, text.substr(1, text.size() - 2));
}

std::vector<Grid::Column> columns_of(const Table& table) {
  std::vector<Grid::Column> columns;
  for (const TableColumn& column : table.columns())
    columns.push_back({column.label, column.key.value_or(std::string())});
  return columns;
}

void fill(Grid& grid, const Table& table) {
  for (TableRows rows(table); rows.next();) {
    for (const std::size_t column : rows.columns_with_cells())
      add_to(grid, column, rows.cells()[column]);
    grid.end_row();
  }
}

std::string_view name_of(CellAlignment alignment) {
  constexpr std::array<std::string_view, 3> kNames{"left", "center", "right"};
  return kNames.at(static_cast<std::size_t>(alignment));
}

std::string_view name_of(CellFormat format) {
  constexpr std::array<std::string_view, 7> kNames{"number", "percent", "currency", "date",
                                                   "link",   "image",   "text"};
  return kNames.at(static_cast<std::size_t>(format));
}

template <typename Option>
std::string_view name_of(const std::optional<Option>& option) {
  return option ? name_of(*option) : std::string_view();
}

// Columns are the same here if they have the same heading.
void compare_columns(const Table& from, const Table& to, SettingsDifference& settings) {
  std::map<std::string_view, const TableColumn*> before;
  for (const TableColumn& column : from.columns()) before.emplace(column.label, &column);
  for (const TableColumn& column : to.columns()) {
    const auto found = before.find(column.label);
    if (found == before.end()) continue;
    const TableColumn& old = *found->second;
    const std::string name = "columns/" + column.label;
    settings.compare(name + "/format", name_of(old.format), name_of(column.format));
    settings.compare(name + "/align", name_of(old.align), name_of(column.align));
    settings.compare(name + "/currency", old.currency, column.currency);
    settings.compare(name + "/lang", old.language, column.language);
    before.erase(found);
  }
}

// Texts, numbers and the like: lists and objects may be columns.
void compare_other_members(JsonValue from, JsonValue to, SettingsDifference& settings) {
  const auto is_compared = [](const JsonValue& member) {
    return !member.is(JsonType::array) && !member.is(JsonType::object) && !member.is_named("csv");
  };
  std::map<std::string, JsonValue> after;
  for (const JsonValue& member : to)
    if (is_compared(member)) after.emplace(member.name(), member);
  for (const JsonValue& member : from) {
    if (!is_compared(member)) continue;
    const std::string name = member.name();
    const auto found = after.find(name);
    settings.compare(name, member,
                     found == after.end() ? std::nullopt : std::optional(found->second));
    if (found != after.end()) after.erase(found);
  }
  for (const auto& [name, member] : after) settings.compare(name, std::nullopt, member);
}

}  // namespace

std::optional<ContentDifference> compare_tables(JsonValue from, JsonValue to) {
  const auto from_table = read_table(from);
  const auto to_table = read_table(to);
  if (!from_table || !to_table || !*from_table || !*to_table) return std::nullopt;
  Grid from_grid(columns_of(**from_table));
  Grid to_grid(columns_of(**to_table));
  fill(from_grid, **from_table);
  fill(to_grid, **to_table);
  ContentDifference compared{.kind = DifferenceKind::table,
                             .table = compare_grids(from_grid, to_grid, KeyColumn::any)};
  compare_columns(**from_table, **to_table, compared.settings);
  compare_other_members(from, to, compared.settings);
  return compared;
}

}  // namespace templates
