#include "templates/chart/chart_difference.h"

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/csv.h"
#include "templates/chart/chart_content.h"
#include "templates/chart/chart_table.h"
#include "templates/chart/vega_lite.h"

namespace templates {
namespace {

using core::JsonTree;
using core::JsonValue;

std::optional<core::Csv> data_of(const Chart& chart) {
  auto text = chart_to_raw_csv(chart);
  if (!text) return std::nullopt;
  // So that no value decides what separates them.
  auto csv = core::Csv::parse("sep=,\n" + *text);
  if (!csv || csv->records() == 0) return std::nullopt;
  return *std::move(csv);
}

// The heading of labels is the title of their axis, and may change.
constexpr std::string_view kKeyOfLabels = "label";

std::vector<Grid::Column> headings_of(const core::Csv& csv) {
  std::vector<Grid::Column> columns;
  for (std::size_t i = 0; i < csv.fields(0); ++i)
    columns.push_back({std::string(csv.field(0, i)), std::string(i == 0 ? kKeyOfLabels : "")});
  return columns;
}

void fill_rows(Grid& grid, const core::Csv& csv) {
  for (std::size_t record = 1; record < csv.records(); ++record) {
    for (std::size_t i = 0; i < csv.fields(record); ++i) grid.add(i, csv.field(record, i));
    grid.end_row();
  }
}

std::string_view yes_if(bool is_so) { return is_so ? "true" : ""; }

std::string_view kind_text(std::optional<ChartKind> kind) {
  constexpr std::array<std::string_view, 10> kNames{"bar",   "horizontalBar", "line",    "area",
                                                    "pie",   "doughnut",      "scatter", "bubble",
                                                    "radar", "polarArea"};
  return kind ? kNames.at(static_cast<std::size_t>(*kind)) : std::string_view();
}

std::string_view sizes_text(BubbleSizes sizes) {
  constexpr std::array<std::string_view, 3> kNames{"", "diameters", "areas"};
  return kNames.at(static_cast<std::size_t>(sizes));
}

std::string list_of(const std::vector<std::string_view>& texts) {
  std::string list;
  for (const std::string_view text : texts) {
    // More is not shown.
    if (list.size() > SettingsDifference::kMaximumBytes) break;
    list.append(list.empty() ? "" : ", ").append(text);
  }
  return list;
}

using Styles = std::map<std::string_view, std::string_view>;

Styles styles_of_series(const ChartDataset& dataset) {
  Styles styles;
  for (const ChartStyle& style : dataset.styles) styles.emplace(style.name, style.value);
  return styles;
}

void compare_series(const std::string& name, const ChartDataset& from, const ChartDataset& to,
                    SettingsDifference& settings) {
  settings.compare(name + "type", kind_text(from.kind), kind_text(to.kind));
  settings.compare(name + "colours", list_of(from.colours), list_of(to.colours));
  const Styles before = styles_of_series(from);
  Styles after = styles_of_series(to);
  for (const auto& [style, value] : before) {
    settings.compare(name + std::string(style), value, after[style]);
    after.erase(style);
  }
  for (const auto& [style, value] : after)
    settings.compare(name + std::string(style), std::string_view(), value);
}

void compare_all_series(const Chart& from, const Chart& to, SettingsDifference& settings) {
  std::map<std::string_view, const ChartDataset*> before;
  for (const ChartDataset& dataset : from.datasets) before.emplace(dataset.label, &dataset);
  for (const ChartDataset& dataset : to.datasets) {
    const auto found = before.find(dataset.label);
    if (found == before.end()) continue;
    const std::string name =
        dataset.label.empty() ? std::string("series/") : "series/" + dataset.label + "/";
    compare_series(name, *found->second, dataset, settings);
    before.erase(found);
  }
}

// Those of Chart.js are in the options as well, where each change is told by its own name.
void compare_axes(const Chart& from, const Chart& to, SettingsDifference& settings) {
  if (from.options || to.options) return;
  std::map<std::string_view, const ChartAxis*> before;
  for (const ChartAxis& axis : from.axes) before.emplace(axis.name, &axis);
  const ChartAxis none;
  const auto compare = [&](const ChartAxis& one, const ChartAxis& other, std::string_view axis) {
    const std::string name = "axes/" + std::string(axis) + "/";
    settings.compare(name + "title", one.title, other.title);
    settings.compare(name + "side", one.side, other.side);
    const auto old = JsonTree::parse(one.settings.empty() ? "{}" : one.settings);
    const auto now = JsonTree::parse(other.settings.empty() ? "{}" : other.settings);
    if (old && now) settings.compare("axes/" + std::string(axis), old->root(), now->root());
  };
  for (const ChartAxis& axis : to.axes) {
    const auto found = before.find(axis.name);
    compare(found == before.end() ? none : *found->second, axis, axis.name);
    if (found != before.end()) before.erase(found);
  }
  for (const auto& [name, axis] : before) compare(*axis, none, name);
}

void compare_options(const Chart& from, const Chart& to, SettingsDifference& settings) {
  const auto before = JsonTree::parse(from.options.value_or("{}"));
  const auto after = JsonTree::parse(to.options.value_or("{}"));
  if (before && after) settings.compare("options", before->root(), after->root());
}

void compare_settings(const Chart& from, const Chart& to, SettingsDifference& settings) {
  settings.compare("type", from.kind_name, to.kind_name);
  settings.compare("title", from.title, to.title);
  settings.compare("subtitle", from.subtitle, to.subtitle);
  settings.compare("xTitle", from.x_title, to.x_title);
  settings.compare("yTitle", from.y_title, to.y_title);
  settings.compare("stacked", yes_if(from.stacked), yes_if(to.stacked));
  settings.compare("horizontal", yes_if(from.is_horizontal), yes_if(to.is_horizontal));
  settings.compare("bubbleSizes", sizes_text(from.sizes), sizes_text(to.sizes));
  compare_axes(from, to, settings);
  compare_all_series(from, to, settings);
  compare_options(from, to, settings);
}

void compare_specifications(JsonValue from, JsonValue to, SettingsDifference& settings) {
  constexpr std::array<std::string_view, 1> kData{"data"};
  settings.compare_members(from, to, kData);
}

}  // namespace

std::optional<ContentDifference> compare_charts(JsonValue from, JsonValue to) {
  const auto from_chart = read_chart(from);
  const auto to_chart = read_chart(to);
  if (!from_chart || !to_chart || !*from_chart || !*to_chart) return std::nullopt;
  const Chart& before = **from_chart;
  const Chart& after = **to_chart;
  const auto from_data = data_of(before);
  const auto to_data = data_of(after);
  if (!from_data || !to_data) return std::nullopt;
  Grid from_grid(headings_of(*from_data));
  Grid to_grid(headings_of(*to_data));
  fill_rows(from_grid, *from_data);
  fill_rows(to_grid, *to_data);
  const bool are_records = before.vega_lite && after.vega_lite;
  ContentDifference compared{
      .kind = DifferenceKind::chart,
      .table = compare_grids(from_grid, to_grid, are_records ? KeyColumn::any : KeyColumn::first)};
  if (are_records)
    compare_specifications(*before.vega_lite, *after.vega_lite, compared.settings);
  else
    compare_settings(before, after, compared.settings);
  return compared;
}

}  // namespace templates
