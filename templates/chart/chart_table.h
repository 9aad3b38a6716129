// A chart's data as a table: its grid, CSV and Markdown.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "html/html.h"
#include "html/message.h"
#include "templates/chart/chart_content.h"

namespace templates {

// ChartGrid: a chart's values as rows, for its table and its script.

// Refers to the chart that it was made from.
struct ChartGrid {
  // Whether the columns would have more than kMaximumChartValues in all, nearly all of them
  // missing: datasets whose values have labels of their own. Such a chart is not drawn, its values
  // are listed one by one, and labels and columns are empty.
  bool is_too_sparse = false;
  // Whether the values are points with a number or time for x, which have no labels. Then labels
  // and columns are empty.
  bool has_points = false;
  std::vector<std::string> labels = {};
  // For each dataset its value for each label, or a gap; if it has neither, there is a null
  // pointer, or the column ends early.
  std::vector<std::vector<const ChartValue*>> columns = {};
};

// Whether the grid's values are to be listed one by one, not by label.
inline bool lists_values(const ChartGrid& grid) { return grid.has_points || grid.is_too_sparse; }

// Whether the values are points with a number or time for x, which have no labels.
bool shows_points(const Chart& chart);

// Whether points have names of their own. Labels are names too, of points in a scatter plot or
// bubble chart.
bool has_names(const Chart& chart);

// The name of a dataset's value; empty if it has none.
std::string_view name_of_point(const Chart& chart, const ChartDataset& dataset, std::size_t i);

// Datasets may specify the labels of their values: such labels follow the chart's own, in order of
// occurrence, or by time if all are dates. A label has as many rows as a dataset has values for it,
// so that none is lost. Rows are numbered if none has a label.
ChartGrid arrange(const Chart& chart);

// The ends of a floating bar; nothing for other values.
std::optional<ChartRange> range_of(const ChartValue& value);

// A number in full, or the time that it is, for a dataset's values.
std::string exact_height(const ChartDataset& dataset, double height);

// Whether any of the values is a point.
bool has_any_point(const ChartDataset& dataset);

// Whether any of the values is a point with a size.
bool has_size(const ChartDataset& dataset);

// The table below the chart: a row for each label, or each point.
html::Html table_of(const Chart& chart, const ChartGrid& grid, html::Language language);

// The values of a chart for programs, as in the table below the chart: as Markdown, with the
// chart's title, and as CSV. Nothing for a Vega-Lite chart without data at the top level of its
// specification, and for too much data (templates/registry.h).

std::optional<std::string> chart_to_markdown(const Chart& chart);
std::optional<std::string> chart_to_csv(const Chart& chart);
// CSV without the protection against formulas in spreadsheets.
std::optional<std::string> chart_to_raw_csv(const Chart& chart);

}  // namespace templates
