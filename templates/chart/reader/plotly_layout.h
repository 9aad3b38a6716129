// PlotlyLayout: the layout of a figure of Plotly: titles, axes, colours.
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

// Plotly's texts are HTML with a few tags and character references: the text that they show.
std::string text_of_markup(std::string_view markup);

class PlotlyLayout {
 public:
  // All must outlive it.
  PlotlyLayout(Reading& fields, ChartValueReader& values, Chart& chart)
      : fields_(fields), values_(values), chart_(chart) {}

  // Everything that does not depend on the traces.
  void read(core::JsonValue layout);

  // The axis of the chart, "y2", of traces on this one; empty for the main axis.
  std::string_view axis_of(const std::string& name) const;

  // Whether bars of all traces lie in the same place, one over the other.
  bool overlays_bars();

  // The axes of the traces that have been read.
  void read_axes();

  // The JSON texts of the colours of traces that have none.
  const std::vector<std::string_view>& colours() const { return colours_; }

 private:
  void list_axis(core::JsonValue axis);
  void read_axis(const std::string& name, char direction, core::JsonValue axis);
  void read_range(core::JsonValue axis, bool has_labels, ChartAxis& read);
  std::string read_title(core::JsonValue holder);

  Reading& fields_;
  ChartValueReader& values_;
  Chart& chart_;
  std::map<std::string, core::JsonValue> axes_;  // by the names that traces use: y2
  std::vector<std::string_view> colours_;
  std::optional<core::JsonValue> overlay_;  // in barmode
};

}  // namespace templates
