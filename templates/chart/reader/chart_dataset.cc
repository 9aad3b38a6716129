#include "templates/chart/reader/chart_dataset.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "templates/chart/reader/chart_parsing.h"

namespace templates {
namespace {

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

static_assert(std::is_sorted(kStyleNames.begin(), kStyleNames.end()));

// Members with what is read elsewhere.
std::vector<ChartStyle> read_styles(JsonValue dataset, Reading& fields) {
  std::vector<ChartStyle> styles;
  for (const std::string_view name : kStyleNames) {
    const auto style = dataset.find(name);
    // ECharts calls other things so.
    if (!style || (name == "stack" && style->is(object))) continue;
    fields.take_all(*style);
    styles.push_back({name, style->text()});
  }
  return styles;
}

// In a series of ECharts, label says what is written at the marks.
std::string read_label(JsonValue dataset, bool is_series, Reading& fields) {
  const auto own = dataset.find("label");
  const bool is_other = is_series && own && own->is(object);
  const auto label = is_other ? fields.find(dataset, {"name"}, {string, number})
                              : fields.find(dataset, {"label", "name"}, {string, number});
  return label ? core::ContentReader::shown_text(*label) : std::string();
}

}  // namespace

bool is_chart_style(std::string_view name) {
  return std::binary_search(kStyleNames.begin(), kStyleNames.end(), name);
}

ReadChartDataset read_chart_dataset(JsonValue dataset, std::optional<ChartKind> chart_kind,
                                    std::optional<JsonValue> parsing, SeriesOptions& options,
                                    const ChartSeriesPlace& place, Reading& fields,
                                    ChartValueReader& values, Chart& chart) {
  ReadChartDataset read;
  fields.take(dataset);
  read.dataset.label = read_label(dataset, place.is_series, fields);
  std::optional<ChartKind> kind = chart_kind;
  if (const auto type = fields.find(dataset, {"type"}, {string})) {
    if (const auto own = parse_chart_kind(type->string())) kind = own;
  }
  // Chart.js has no areas, only filled lines.
  const auto fill = dataset.find("fill");
  const bool is_filled = fill && fill->text() != "false" && !fill->is(null);
  if (kind == ChartKind::line && (is_filled || (place.is_series && options.is_filled(dataset))))
    kind = ChartKind::area;
  const auto data = fields.find(dataset, {"data", "values"}, {array, object});
  if (data) {
    ReadChartValues own =
        values.read_values(*data, kind, read_chart_parsing(dataset, parsing, kind, fields));
    read.dataset.values = std::move(own.values);
    read.dataset.names = std::move(own.names);
    read.has_data = true;
    fields.take_all(*data);
  } else if (place.source != nullptr) {
    place.source->fill(dataset, place.among_those_without_data, kind, fields, values, chart,
                       read.dataset);
    read.has_data = true;
  }
  read.dataset.styles = read_styles(dataset, fields);
  if (place.is_series)
    options.read_series(dataset, place.among_all, kind, read.dataset);
  else
    options.read_dataset(dataset, place.among_all, kind, read.dataset);
  if (kind != chart_kind) read.dataset.kind = kind;
  return read;
}

}  // namespace templates
