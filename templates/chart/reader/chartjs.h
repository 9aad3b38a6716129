// Reads charts as Chart.js has them.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/text/json.h"
#include "templates/chart/chart_content.h"
#include "templates/chart/reader/chart_values.h"
#include "templates/chart/reader/echarts_source.h"
#include "templates/chart/reader/reading.h"
#include "templates/chart/reader/series_options.h"

namespace templates {

// A dataset of a chart, in the form of Chart.js.

// Whether Chart.js has an option of this name for datasets that changes how one looks.
bool is_chart_style(std::string_view name);

struct ReadChartDataset {
  ChartDataset dataset;
  bool has_data = false;  // even if it is empty
};

// The place of a dataset.
struct ChartSeriesPlace {
  bool is_series = false;  // in `series`, as in Highcharts and ECharts
  std::size_t among_all = 0;
  const EchartsSource* source = nullptr;  // of the values of datasets without their own
  std::size_t among_those_without_data = 0;
};

// `chart_kind` is the kind of the chart, which a dataset may override, and `parsing` the option of
// the chart. Problems go to `fields`.
ReadChartDataset read_chart_dataset(core::JsonValue dataset, std::optional<ChartKind> chart_kind,
                                    std::optional<core::JsonValue> parsing, SeriesOptions& options,
                                    const ChartSeriesPlace& place, Reading& fields,
                                    ChartValueReader& values, Chart& chart);

// The options of a Chart.js configuration, as far as the page uses them: titles, axes, stacking.

// A title: a string, an array of lines, or an object with either as its text. Empty if there is
// none, or it is not displayed. Problems go to `fields`.
std::string read_chart_title(std::optional<core::JsonValue> title, Reading& fields,
                             ChartValueReader& values);

// Reads `options` into `chart`, whose kind is known, and returns how its values are read.
// `by_datasets` has the directions of the axes that its datasets name.
ChartAxes read_chart_options(core::JsonValue options,
                             const std::map<std::string, char>& by_datasets, Reading& fields,
                             ChartValueReader& values, Chart& chart);

}  // namespace templates
