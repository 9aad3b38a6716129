// Options that configurations of Highcharts, ECharts and ApexCharts have in addition to the values
// of their series: axes, colours, lines. Charts in the service's own form have the same members.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/json.h"
#include "templates/chart/chart_content.h"
#include "templates/chart/reader/chart_values.h"
#include "templates/chart/reader/reading.h"

namespace templates {

// The axis on which the records' values under the keys of y2Keys are.
inline constexpr std::string_view kSecondAxis = "y2";

class SeriesOptions {
 public:
  // All must outlive it.
  SeriesOptions(Reading& fields, ChartValueReader& values, Chart& chart)
      : fields_(fields), values_(values), chart_(chart) {}

  // Reads the options of the whole chart. `has_labels_along_y` if an axis named y has the labels,
  // and `has_options` if there are those of Chart.js, which take precedence.
  void read(core::JsonValue source, bool has_labels_along_y, bool has_options);

  // Whether a series of lines is filled.
  bool is_filled(core::JsonValue series);

  // Axis and colours. `place` is that of the dataset among all, and `kind` what it is drawn as.
  // `dataset` has its values.
  void read_dataset(core::JsonValue series, std::size_t place, std::optional<ChartKind> kind,
                    ChartDataset& dataset);
  // The same, with everything else of a series. `kind` may change.
  void read_series(core::JsonValue series, std::size_t place, std::optional<ChartKind>& kind,
                   ChartDataset& dataset);

  // The colours of the whole chart, if the dataset has none of its own.
  void take_palette(std::size_t place, std::optional<ChartKind> kind, ChartDataset& dataset) const;

 private:
  // The axes in one direction.
  struct Axes {
    char direction = 'y';  // on the page
    std::size_t count = 0;
    std::map<std::string, std::size_t> by_name;  // the id of an axis, or the name of its series
  };

  void read_axes(core::JsonValue source, Axes& axes, std::string_view name);
  void read_axis(core::JsonValue axis, Axes& axes, bool is_main);
  bool read_type(core::JsonValue axis, ChartAxis& read, bool has_labels);
  void read_ends(core::JsonValue axis, ChartAxis& read, bool is_time);
  void read_plot_options(core::JsonValue options);
  void choose_axis(core::JsonValue series, std::size_t place, ChartDataset& dataset);
  void read_colours(core::JsonValue series, std::optional<ChartKind> kind, ChartDataset& dataset);
  void read_points(core::JsonValue series, ChartDataset& dataset);
  void read_ring(core::JsonValue series, std::optional<ChartKind>& kind, ChartDataset& dataset);
  void number_points(core::JsonValue series, ChartDataset& dataset);

  Reading& fields_;
  ChartValueReader& values_;
  Chart& chart_;
  bool has_options_ = false;  // of Chart.js
  Axes x_;
  Axes y_;
  bool is_axis_for_each_series_ = false;
  std::vector<std::string_view> palette_;  // JSON texts
  std::optional<double> first_place_;
  std::optional<double> step_;
  std::string curve_;
};

}  // namespace templates
