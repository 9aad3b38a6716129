// Reads charts as Chart.js has them.
#pragma once

#include <cstddef>
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

// Reads the options of `source` into `chart`, whose kind is known, and returns how its values are
// read.
ChartAxes read_chart_options(core::JsonValue options, core::JsonValue source, Reading& fields,
                             ChartValueReader& values, Chart& chart);

}  // namespace templates
