#include "templates/table/large_percents.h"

#include <algorithm>
#include <cmath>

#include "html/amount.h"

namespace templates {
namespace {

struct Counts {
  std::size_t numbers = 0;
  std::size_t above_two = 0;
  bool has_other = false;  // one that is a plausible share of 1
  std::string first;
};

void add(const TableCell& cell, Counts& counts) {
  std::string text;
  if (const auto* value = std::get_if<core::JsonValue>(&cell)) {
    text = value->is(core::JsonType::string) ? value->string() : std::string(value->text());
  } else if (const auto* field = std::get_if<std::string_view>(&cell)) {
    text = *field;
  }
  // A number with a sign of its own is shown unchanged.
  if (!core::is_number(text)) return;
  const double number = std::abs(core::parse_number(text).value_or(0));
  if (number == 0) return;
  if (counts.numbers++ == 0) counts.first = text;
  if (number <= 1) counts.has_other = true;
  if (number > 2) ++counts.above_two;
}

}  // namespace

std::vector<LargePercents> find_large_percents(const Table& table) {
  const auto& columns = table.columns();
  const auto is_percent = [](const TableColumn& column) {
    return column.format == CellFormat::percent;
  };
  if (std::none_of(columns.begin(), columns.end(), is_percent)) return {};
  std::vector<Counts> counts(columns.size());
  for (TableRows rows(table); rows.next();) {
    for (const std::size_t i : rows.columns_with_cells())
      if (is_percent(columns[i]) && !counts[i].has_other) add(rows.cells()[i], counts[i]);
  }
  std::vector<LargePercents> found;
  for (std::size_t i = 0; i < columns.size() && found.size() < Table::kMaximumNamed; ++i) {
    if (counts[i].has_other || 2 * counts[i].above_two <= counts[i].numbers) continue;
    const auto amount = html::Amount::parse(counts[i].first);
    if (amount) found.push_back({columns[i].label, counts[i].first, amount->as_percentage()});
  }
  return found;
}

}  // namespace templates
