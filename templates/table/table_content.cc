#include "templates/table/table_content.h"

#include <set>

#include "core/cpu_limit.h"

namespace templates {
namespace {

using core::Csv;
using core::JsonType;
using core::JsonValue;

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
  if (const auto* columns = std::get_if<ValuesByColumn>(&rows_)) {
    std::size_t bytes = 0;
    std::set<const char*> counted;  // columns of the same key share their values
    for (const auto& values : *columns)
      if (values && counted.insert(values->text().data()).second) bytes += values->text().size();
    return bytes;
  }
  const auto* csv = std::get_if<Csv>(&rows_);
  return csv == nullptr ? 0 : csv->size();
}

TableRows::TableRows(const Table& table)
    : table_(table), finder_(table.columns()), cells_(table.columns().size()) {
  if (const auto* rows = std::get_if<JsonValue>(&table.rows_)) next_json_ = rows->begin();
  if (table.index_) next_index_ = table.index_->begin();
  if (const auto* columns = std::get_if<ValuesByColumn>(&table.rows_))
    for (const auto& values : *columns)
      next_values_.push_back(values ? std::optional(values->begin()) : std::nullopt);
}

void TableRows::set(std::size_t column, TableCell cell) {
  cells_.at(column) = cell;
  columns_with_cells_.push_back(static_cast<std::uint16_t>(column));
}

bool TableRows::next() {
  core::CpuLimit::check();
  for (const std::uint16_t column : columns_with_cells_) cells_[column] = TableCell();
  columns_with_cells_.clear();
  if (const auto* rows = std::get_if<JsonValue>(&table_.rows_)) {
    if (*next_json_ == rows->end()) return false;
    if (next_index_) {
      read_index(**next_index_);
      ++*next_index_;
    }
    if (!table_.row_names_.empty()) set(0, std::string_view(table_.row_names_[next_row_++]));
    read_json(**next_json_);
    ++*next_json_;
    return true;
  }
  if (std::holds_alternative<ValuesByColumn>(table_.rows_)) {
    if (next_row_ == table_.row_count_) return false;
    read_values(next_row_++);
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
  if (!row.is(JsonType::object)) return set(table_.index_width_, row);
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

void TableRows::read_values(std::size_t row) {
  if (!table_.row_names_.empty()) set(0, std::string_view(table_.row_names_[row]));
  std::size_t column = table_.index_width_;
  for (auto& next : next_values_) {
    if (next) set(column, *(*next)++);
    ++column;
  }
}

}  // namespace templates
