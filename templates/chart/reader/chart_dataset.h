// A dataset of a chart, in the form of Chart.js.
#pragma once

#include <optional>

#include "core/input/content_reader.h"
#include "core/json/json_tree.h"
#include "templates/chart/chart_content.h"
#include "templates/chart/reader/chart_value_reader.h"

namespace templates {

struct ReadChartDataset {
  ChartDataset dataset;
  bool has_data = false;  // even if it is empty
};

// `chart_kind` is the kind of the chart, which a dataset may override, and `options` are the
// chart's. Problems go to `fields`.
ReadChartDataset read_chart_dataset(core::JsonValue dataset, std::optional<ChartKind> chart_kind,
                                    std::optional<core::JsonValue> options,
                                    core::ContentReader& fields, ChartValueReader& values);

}  // namespace templates
