// ChartGrid: a chart's values in rows, as its table shows them and its script draws them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "templates/chart/chart_content.h"

namespace templates {

// Points into the chart that it was made from.
struct ChartGrid {
  // Whether the values are points with a number for x, which no label goes with. Then labels and
  // columns are empty.
  bool has_points = false;
  std::vector<std::string> labels;
  // For each dataset its value for each label; null pointers, and columns that end early, where
  // there is none.
  std::vector<std::vector<const ChartValue*>> columns;
};

// Datasets may name the labels of their values themselves: such labels come after the chart's own,
// in the order first seen, or in the order of time where all are dates. Rows without a label are
// numbered if none has one.
ChartGrid arrange(const Chart& chart);

}  // namespace templates
