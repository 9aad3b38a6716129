// The data of an ECharts option whose series share a table: dataset.source.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/text/json.h"
#include "templates/chart/chart_content.h"
#include "templates/chart/reader/chart_values.h"
#include "templates/chart/reader/reading.h"

namespace templates {

// Rows with a header or without, records, or the values of each column. Refers to the JSON that it
// was read from.
class EchartsSource {
 public:
  // Nothing if `option` has none, or one with more cells than can be drawn.
  static std::optional<EchartsSource> read(core::JsonValue option, Reading& fields);

  // Gives a series without data the values of its column, and its name. `place` is that of the
  // series among those without data. The labels become the chart's, if it has none.
  void fill(core::JsonValue series, std::size_t place, std::optional<ChartKind> kind,
            Reading& fields, ChartValueReader& values, Chart& chart, ChartDataset& dataset) const;

 private:
  struct Column {
    std::string name;
    std::vector<std::optional<core::JsonValue>> cells;
  };

  bool add_columns(const std::vector<std::string>& names, std::size_t rows);
  bool read_rows(core::JsonValue rows, std::vector<std::string> names);
  bool read_records(core::JsonValue records, std::vector<std::string> names);
  bool read_lists(core::JsonValue lists);
  std::optional<std::size_t> encoded(core::JsonValue series, std::string_view channel,
                                     Reading& fields) const;

  std::vector<Column> columns_;
};

}  // namespace templates
