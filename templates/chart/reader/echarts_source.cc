#include "templates/chart/reader/echarts_source.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace templates {
namespace {

using core::FieldReader;
using core::JsonValue;
using enum core::JsonType;

std::vector<std::string> names_in(JsonValue dimensions) {
  std::vector<std::string> names;
  for (const JsonValue& dimension : dimensions) {
    const auto name = dimension.find("name");
    names.push_back(FieldReader::shown_text(name ? *name : dimension));
  }
  return names;
}

}  // namespace

// False if there would be too many cells.
bool EchartsSource::add_columns(const std::vector<std::string>& names, std::size_t rows) {
  if (rows > 0 && names.size() > kMaximumChartValues / rows) return false;
  for (const std::string& name : names)
    columns_.push_back({name, std::vector<std::optional<JsonValue>>(rows)});
  return true;
}

// A first row that has only texts is the header.
bool EchartsSource::read_rows(JsonValue rows, std::vector<std::string> names) {
  const JsonValue first = *rows.begin();
  const bool has_header = std::all_of(first.begin(), first.end(),
                                      [](const JsonValue& cell) { return cell.is(string); });
  if (names.empty() && has_header) names = names_in(first);
  if (names.empty()) names.resize(first.size());
  const std::size_t count = rows.size() - (has_header ? 1 : 0);
  if (!add_columns(names, count)) return false;
  std::size_t place = 0;
  bool skips = has_header;
  for (const JsonValue& row : rows) {
    if (std::exchange(skips, false)) continue;
    std::size_t column = 0;
    for (const JsonValue& cell : row) {
      if (column == columns_.size()) break;
      columns_[column++].cells[place] = cell;
    }
    ++place;
  }
  return true;
}

// Without dimensions, the keys are those of the first record.
bool EchartsSource::read_records(JsonValue records, std::vector<std::string> names) {
  if (names.empty())
    for (const JsonValue& member : *records.begin()) names.push_back(member.name());
  if (!add_columns(names, records.size())) return false;
  std::map<std::string_view, std::size_t> places;
  for (std::size_t i = 0; i < columns_.size(); ++i) places.emplace(columns_[i].name, i);
  std::size_t row = 0;
  for (const JsonValue& record : records) {
    for (const JsonValue& member : record) {
      const auto found = places.find(member.name());
      if (found != places.end()) columns_[found->second].cells[row] = member;
    }
    ++row;
  }
  return true;
}

bool EchartsSource::read_lists(JsonValue lists) {
  for (const JsonValue& list : lists) {
    Column column{list.name(), {}};
    for (const JsonValue& cell : list) column.cells.emplace_back(cell);
    columns_.push_back(std::move(column));
  }
  return true;
}

std::optional<EchartsSource> EchartsSource::read(JsonValue option, Reading& fields) {
  auto dataset = option.find("dataset");
  if (!dataset) return std::nullopt;
  // The first of several; the others stay unread.
  fields.take(*dataset);
  if (dataset->is(array)) {
    if (dataset->size() == 0) return std::nullopt;
    dataset = *dataset->begin();
    fields.take(*dataset);
  }
  const auto source = dataset->find("source");
  if (!source || source->size() == 0) return std::nullopt;
  std::vector<std::string> names;
  if (const auto dimensions = dataset->find("dimensions"); dimensions && dimensions->is(array)) {
    fields.take_all(*dimensions);
    names = names_in(*dimensions);
  }
  EchartsSource table;
  bool is_read = false;
  if (source->is(object))
    is_read = table.read_lists(*source);
  else if (source->begin()->is(array))
    is_read = table.read_rows(*source, std::move(names));
  else if (source->begin()->is(object))
    is_read = table.read_records(*source, std::move(names));
  if (!is_read) return std::nullopt;
  fields.take_all(*source);
  return table;
}

// By a name or a number.
std::optional<std::size_t> EchartsSource::encoded(JsonValue series, std::string_view channel,
                                                  Reading& fields) const {
  const auto encode = fields.object(series, "encode");
  auto column = encode ? encode->find(channel) : std::nullopt;
  if (!column) return std::nullopt;
  if (column->is(array) && column->size() == 1) {
    fields.take(*column);
    column = *column->begin();
  }
  std::optional<std::size_t> found;
  if (const auto number = column->number();
      number && *number >= 0 && *number < static_cast<double>(columns_.size()))
    found = static_cast<std::size_t>(*number);
  const std::string name = column->string();
  for (std::size_t i = 0; i < columns_.size() && column->is(string) && !found; ++i)
    if (columns_[i].name == name) found = i;
  if (found) fields.take(*column);
  return found;
}

void EchartsSource::fill(JsonValue series, std::size_t place, std::optional<ChartKind> kind,
                         Reading& fields, ChartValueReader& values, Chart& chart,
                         ChartDataset& dataset) const {
  std::optional<std::size_t> labels;
  std::optional<std::size_t> lengths;
  const bool is_turned = kind == ChartKind::horizontal_bar;
  for (const std::string_view channel : {is_turned ? "y" : "x", "itemName"})
    if (!labels) labels = encoded(series, channel, fields);
  for (const std::string_view channel : {is_turned ? "x" : "y", "value"})
    if (!lengths) lengths = encoded(series, channel, fields);
  const std::size_t label_column = labels.value_or(0);
  const std::size_t value_column = lengths.value_or(place + 1);
  if (value_column >= columns_.size()) return;
  if (dataset.label.empty()) dataset.label = columns_[value_column].name;
  const std::vector<std::optional<JsonValue>>& places = columns_[label_column].cells;
  const std::vector<std::optional<JsonValue>>& cells = columns_[value_column].cells;
  const bool has_points = has_two_number_axes(kind) || chart.has_times;
  const bool takes_labels = !has_points && chart.labels.empty();
  if (takes_labels)
    for (const auto& label : places)
      chart.labels.push_back(label ? values.read_label(*label) : std::string());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    // A missing value is "-" in ECharts.
    const bool is_gap = !cells[i] || cells[i]->text() == "\"-\"";
    const auto number = is_gap ? std::nullopt : values.read_number(*cells[i]);
    if (has_points && i < places.size() && places[i])
      dataset.values.emplace_back(
          ChartPoint{values.read_place(*places[i], kind), number, std::nullopt});
    else
      dataset.values.push_back(number ? ChartValue(*number) : ChartValue());
  }
}

}  // namespace templates
