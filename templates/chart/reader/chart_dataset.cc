#include "templates/chart/reader/chart_dataset.h"

#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "templates/chart/reader/chart_parsing.h"

namespace templates {
namespace {

using core::ContentReader;
using core::JsonValue;
using enum core::JsonType;

// The options of a dataset that change how it looks.
constexpr std::array<std::string_view, 43> kStyleNames{"backgroundColor",
                                                       "barPercentage",
                                                       "barThickness",
                                                       "base",
                                                       "borderCapStyle",
                                                       "borderColor",
                                                       "borderDash",
                                                       "borderDashOffset",
                                                       "borderJoinStyle",
                                                       "borderRadius",
                                                       "borderSkipped",
                                                       "borderWidth",
                                                       "categoryPercentage",
                                                       "circumference",
                                                       "cubicInterpolationMode",
                                                       "cutout",
                                                       "fill",
                                                       "grouped",
                                                       "hidden",
                                                       "lineTension",
                                                       "maxBarThickness",
                                                       "minBarLength",
                                                       "offset",
                                                       "order",
                                                       "pointBackgroundColor",
                                                       "pointBorderColor",
                                                       "pointBorderWidth",
                                                       "pointHoverRadius",
                                                       "pointRadius",
                                                       "pointRotation",
                                                       "pointStyle",
                                                       "radius",
                                                       "rotation",
                                                       "showLine",
                                                       "skipNull",
                                                       "spacing",
                                                       "spanGaps",
                                                       "stack",
                                                       "stepped",
                                                       "tension",
                                                       "weight",
                                                       "xAxisID",
                                                       "yAxisID"};

std::vector<ChartStyle> read_styles(JsonValue dataset) {
  std::vector<ChartStyle> styles;
  for (const std::string_view name : kStyleNames)
    if (const auto style = dataset.find(name)) styles.push_back({name, style->text()});
  return styles;
}

}  // namespace

ReadChartDataset read_chart_dataset(JsonValue dataset, std::optional<ChartKind> chart_kind,
                                    std::optional<JsonValue> options, ContentReader& fields,
                                    ChartValueReader& values) {
  ReadChartDataset read;
  if (const auto label = fields.find(dataset, {"label", "name"}, {string, number}))
    read.dataset.label = ContentReader::shown_text(*label);
  std::optional<ChartKind> kind = chart_kind;
  if (const auto type = fields.find(dataset, {"type"}, {string})) {
    if (const auto own = parse_chart_kind(type->string())) kind = own;
  }
  // Chart.js has no areas, only filled lines.
  const auto fill = dataset.find("fill");
  const bool is_filled = fill && fill->text() != "false" && !fill->is(null);
  if (kind == ChartKind::line && is_filled) kind = ChartKind::area;
  if (kind != chart_kind) read.dataset.kind = kind;
  if (const auto data = fields.find(dataset, {"data", "values"}, {array, object})) {
    ReadChartValues own =
        values.read_values(*data, kind, read_chart_parsing(dataset, options, kind, fields));
    read.dataset.values = std::move(own.values);
    read.dataset.names = std::move(own.names);
    read.has_data = true;
  }
  read.dataset.styles = read_styles(dataset);
  return read;
}

}  // namespace templates
