#include "templates/chart/chart_settings.h"

#include <array>
#include <map>
#include <string_view>
#include <vector>

#include "core/cpu_limit.h"
#include "core/text/json_writer.h"
#include "templates/differences/content_difference.h"

namespace templates {
namespace {

std::string_view kind_text(ChartKind kind) {
  constexpr std::array<std::string_view, 10> kNames{"bar",   "horizontalBar", "line",    "area",
                                                    "pie",   "doughnut",      "scatter", "bubble",
                                                    "radar", "polarArea"};
  return kNames.at(static_cast<std::size_t>(kind));
}

std::string_view sizes_text(BubbleSizes sizes) {
  constexpr std::array<std::string_view, 3> kNames{"", "diameters", "areas"};
  return kNames.at(static_cast<std::size_t>(sizes));
}

class SettingLines {
 public:
  void add(std::string_view name, std::string_view value) {
    if (!value.empty()) text_.append(name).append(": ").append(value).append(1, '\n');
  }
  void add(std::string_view name, bool is_so) { add(name, is_so ? "true" : std::string_view()); }

  void add_series(const ChartDataset& dataset) {
    core::CpuLimit::check();
    const std::string name = "series/" + dataset.label + (dataset.label.empty() ? "" : "/");
    if (dataset.kind) add(name + "type", kind_text(*dataset.kind));
    std::string colours;
    for (const std::string_view colour : dataset.colours)
      colours.append(colours.empty() ? "" : ", ").append(colour);
    add(name + "colours", colours);
    std::map<std::string_view, std::string_view> styles;
    for (const ChartStyle& style : dataset.styles) styles.emplace(style.name, style.value);
    for (const auto& [style, value] : styles) add(name + std::string(style), value);
  }

  void add_axis(const ChartAxis& axis) {
    const std::string name = "axes/" + axis.name + '/';
    add(name + "title", axis.title);
    add(name + "side", axis.side);
    add(name + "settings", axis.settings);
  }

  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

std::string without_data(core::JsonValue specification) {
  core::JsonWriter json;
  json.begin_object();
  for (const core::JsonValue& member : specification)
    if (!member.is_named("data")) json.key(member.name()).raw(member.text());
  json.end_object();
  return lines_of_json(json.text());
}

}  // namespace

std::string settings_of(const Chart& chart) {
  if (chart.vega_lite) return without_data(*chart.vega_lite);
  SettingLines lines;
  lines.add("type", chart.kind_name);
  lines.add("title", chart.title);
  lines.add("subtitle", chart.subtitle);
  lines.add("xTitle", chart.x_title);
  lines.add("yTitle", chart.y_title);
  lines.add("stacked", chart.stacked);
  lines.add("horizontal", chart.is_horizontal);
  lines.add("bubbleSizes", sizes_text(chart.sizes));
  // Those of Chart.js are in the options as well.
  if (!chart.options)
    for (const ChartAxis& axis : chart.axes) lines.add_axis(axis);
  // In the order of their names: series may move.
  std::multimap<std::string_view, const ChartDataset*> series;
  for (const ChartDataset& dataset : chart.datasets) series.emplace(dataset.label, &dataset);
  for (const auto& [label, dataset] : series) lines.add_series(*dataset);
  if (chart.options) lines.add("options", lines_of_json(*chart.options));
  return lines.take();
}

}  // namespace templates
