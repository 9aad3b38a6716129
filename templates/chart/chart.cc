#include "templates/chart/chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "core/text/json.h"
#include "core/text/json_writer.h"
#include "html/data_table.h"
#include "html/html.h"
#include "html/message.h"
#include "html/readable.h"
#include "templates/chart/chart_table.h"
#include "templates/chart/vega_lite.h"
#include "templates/rendered_content.h"

namespace templates {
namespace {

using html::Html;
using html::Language;

constexpr std::size_t kDatasetsInSummary = 4;

Html note(const Html& text) { return html::format("<p class=\"note\">{}</p>\n", text); }

Html empty_note(Language language) {
  return note(html::format(language, "This chart has no data."));
}

// The type as Chart.js names it, except for areas and horizontal bars.
std::string_view name_of(ChartKind kind) {
  switch (kind) {
    case ChartKind::bar:
      return "bar";
    case ChartKind::horizontal_bar:
      return "horizontalBar";
    case ChartKind::line:
      return "line";
    case ChartKind::area:
      return "area";
    case ChartKind::pie:
      return "pie";
    case ChartKind::doughnut:
      return "doughnut";
    case ChartKind::scatter:
      return "scatter";
    case ChartKind::bubble:
      return "bubble";
    case ChartKind::radar:
      return "radar";
    case ChartKind::polar_area:
      return "polarArea";
  }
  return "bar";
}

std::string_view name_of(BubbleSizes sizes) {
  if (sizes == BubbleSizes::areas) return "areas";
  return sizes == BubbleSizes::diameters ? "diameters" : "radii";
}

html::Message description_of(ChartKind kind) {
  switch (kind) {
    case ChartKind::bar:
    case ChartKind::horizontal_bar:
      return "Bar chart";
    case ChartKind::line:
      return "Line chart";
    case ChartKind::area:
      return "Area chart";
    case ChartKind::pie:
      return "Pie chart";
    case ChartKind::doughnut:
      return "Doughnut chart";
    case ChartKind::scatter:
      return "Scatter plot";
    case ChartKind::bubble:
      return "Bubble chart";
    case ChartKind::radar:
      return "Radar chart";
    case ChartKind::polar_area:
      return "Polar area chart";
  }
  return "Chart";
}

// The chart type to draw if none is given. Nothing if the given one is unknown.
std::optional<ChartKind> kind_to_draw(const Chart& chart, const ChartGrid& grid) {
  if (chart.kind || !chart.kind_name.empty()) return chart.kind;
  return grid.has_points ? ChartKind::scatter : ChartKind::bar;
}

// "Bar chart: Sales, Costs (January to December)".
std::string describe(const Chart& chart, const ChartGrid& grid, std::optional<ChartKind> kind,
                     Language language) {
  std::string text((kind ? description_of(*kind) : html::Message("Chart")).in(language));
  std::string names;
  std::size_t named = 0;
  const std::vector<std::string> axes = value_axis_suffixes(chart, language);
  for (std::size_t i = 0; i < chart.datasets.size(); ++i) {
    const std::string& label = chart.datasets[i].label;
    if (label.empty()) continue;
    if (++named > kDatasetsInSummary) continue;
    if (!names.empty()) names += ", ";
    names += label + axes[i];
  }
  if (named > kDatasetsInSummary)
    names = html::plain_text(language, "{} and {} more",
                             {names, std::to_string(named - kDatasetsInSummary)});
  if (!names.empty()) text += ": " + names;
  if (grid.labels.size() > 1 && !chart.labels.empty())
    text += " (" +
            html::plain_text(language, "{} to {}", {grid.labels.front(), grid.labels.back()}) + ")";
  return text;
}

// A point's place on the x axis.
void write_x(core::JsonWriter& json, const ChartPoint& point) {
  if (const auto* const number = std::get_if<double>(&point.x))
    json.member("x", *number);
  else
    json.member("x", std::get<std::string_view>(point.x));
}

void write_range(core::JsonWriter& json, ChartRange range) {
  json.begin_array().value(range.low).value(range.high).end_array();
}

void write_length(core::JsonWriter& json, const ChartPoint& point) {
  if (point.low && point.y)
    write_range(json, {*point.low, *point.y});
  else if (point.y)
    json.value(*point.y);
  else
    json.null();
}

void write_point(core::JsonWriter& json, const ChartPoint& point) {
  json.begin_object();
  write_x(json, point);
  write_length(json.key("y"), point);
  if (!point.y_name.empty()) json.member("yName", point.y_name);
  if (point.r) json.member("r", *point.r);
  json.end_object();
}

void write_value(core::JsonWriter& json, const ChartValue* value, bool as_point) {
  if (value == nullptr || value->index() == 0) {
    json.null();
  } else if (const auto* const number = std::get_if<double>(value)) {
    json.value(*number);
  } else if (const auto* const range = std::get_if<ChartRange>(value)) {
    write_range(json, *range);
  } else if (const auto* const name = std::get_if<std::string_view>(value)) {
    json.value(*name);
  } else {
    const auto& point = std::get<ChartPoint>(*value);
    if (as_point)
      write_point(json, point);
    else if (point.y_name.empty())
      write_length(json, point);
    else
      json.value(point.y_name);
  }
}

// Whether a dataset lacks values for some of the labels: those of other datasets.
bool lacks_labels(const ChartGrid& grid, const std::vector<const ChartValue*>& column) {
  return column.size() < grid.labels.size() ||
         std::find(column.begin(), column.end(), nullptr) != column.end();
}

// One for each mark, null for those without.
void write_colours(core::JsonWriter& json, const ChartDataset& dataset,
                   const std::vector<const ChartValue*>* column) {
  const std::vector<std::string_view>& colours = dataset.colours;
  if (colours.empty()) return;
  const auto write = [&](std::size_t place) {
    if (place < colours.size() && !colours[place].empty())
      json.raw(colours[place]);
    else
      json.null();
  };
  json.key("colours").begin_array();
  if (column == nullptr) {
    for (std::size_t i = 0; i < dataset.values.size(); ++i) write(i);
  } else {
    for (const ChartValue* value : *column)
      write(value != nullptr ? static_cast<std::size_t>(value - dataset.values.data())
                             : colours.size());
  }
  json.end_array();
}

void write_dataset(core::JsonWriter& json, const Chart& chart, const ChartDataset& dataset,
                   const ChartGrid& grid, const std::vector<const ChartValue*>* column) {
  json.begin_object().member("label", dataset.label);
  if (dataset.kind) json.member("kind", name_of(*dataset.kind));
  if (column != nullptr && has_any_point(dataset) && lacks_labels(grid, *column))
    json.member("isSparse", true);
  if (dataset.has_times) json.member("hasTimes", true);
  json.key("values").begin_array();
  if (column != nullptr) {
    for (const ChartValue* value : *column) write_value(json, value, false);
  } else {
    for (const ChartValue& value : dataset.values) write_value(json, &value, true);
  }
  json.end_array();
  if (column == nullptr && has_names(chart)) {
    json.key("names").begin_array();
    for (std::size_t i = 0; i < dataset.values.size(); ++i)
      json.value(name_of_point(chart, dataset, i));
    json.end_array();
  }
  write_colours(json, dataset, column);
  json.key("styles").begin_object();
  for (const ChartStyle& style : dataset.styles) json.key(style.name).raw(style.value);
  json.end_object().end_object();
}

// The data for chart.js.
void write_drawing_data(core::JsonWriter& json, const Chart& chart, const ChartGrid& grid,
                        ChartKind kind, const std::string& description) {
  json.begin_object()
      .member("kind", name_of(kind))
      .member("title", chart.title)
      .member("description", description)
      .member("xTitle", chart.x_title)
      .member("yTitle", chart.y_title)
      .member("stacked", chart.stacked)
      .member("hasTime", chart.has_times)
      .member("sizes", name_of(chart.sizes))
      .member("hasPoints", grid.has_points)
      .member("isHorizontal", chart.is_horizontal);
  write_axes(json, chart);
  json.key("labels").begin_array();
  for (const std::string& label : grid.has_points ? chart.labels : grid.labels) json.value(label);
  json.end_array().key("datasets").begin_array();
  for (std::size_t i = 0; i < chart.datasets.size(); ++i)
    write_dataset(json, chart, chart.datasets[i], grid,
                  grid.has_points ? nullptr : &grid.columns[i]);
  json.end_array();
  if (chart.options) json.key("options").raw(*chart.options);
  json.end_object();
}

// A time is no number for number_html(), and stays as it is.
void add_value(html::DataTable& table, const ChartDataset& dataset, const ChartValue* value) {
  if (value == nullptr || is_missing(*value)) return table.add_nothing();
  const auto html_of = [&](double height) {
    return html::number_html(exact_height(dataset, height));
  };
  if (const auto* const number = std::get_if<double>(value))
    return table.add_number(exact_height(dataset, *number));
  if (const auto range = range_of(*value))
    return table.add(html::format("{} – {}", html_of(range->low), html_of(range->high)), true);
  if (const auto* const name = std::get_if<std::string_view>(value)) return table.add_text(*name);
  const auto& point = std::get<ChartPoint>(*value);
  if (!point.y_name.empty()) return table.add_text(point.y_name);
  table.add_number(exact_height(dataset, *point.y));
}

// Labels as rows, datasets as columns.
Html table_of_labels(const Chart& chart, const ChartGrid& grid, Language language) {
  std::vector<std::string> columns{
      std::string(heading_of(chart.x_title, html::Message("Label").in(language)))};
  const std::vector<std::string> axes = value_axis_suffixes(chart, language);
  for (std::size_t i = 0; i < chart.datasets.size(); ++i) {
    const std::string_view y_title =
        chart.datasets.size() == 1 ? std::string_view(chart.y_title) : std::string_view();
    const std::string_view name = heading_of(chart.datasets[i].label, y_title);
    columns.push_back(std::string(heading_of(name, html::Message("Value").in(language))) + axes[i]);
  }
  html::DataTable table(columns, true, language);
  const std::size_t shown = std::min(grid.columns.size(), html::DataTable::kMaximumColumns - 1);
  for (std::size_t row = 0; row < grid.labels.size(); ++row) {
    if (table.is_full()) {
      table.skip_rows(grid.labels.size() - row);
      break;
    }
    table.begin_row();
    table.add_text(grid.labels[row]);
    for (std::size_t i = 0; i < shown; ++i)
      add_value(table, chart.datasets[i],
                row < grid.columns[i].size() ? grid.columns[i][row] : nullptr);
    table.end_row();
  }
  return table.html();
}

// Whether x is a year wherever it is a number. Years have no separators.
bool has_years_for_x(const Chart& chart) {
  for (const ChartDataset& dataset : chart.datasets) {
    for (const ChartValue& value : dataset.values) {
      const auto* const point = std::get_if<ChartPoint>(&value);
      const auto* const x = point != nullptr ? std::get_if<double>(&point->x) : nullptr;
      if (x != nullptr && !(*x >= 1500 && *x < 2200 && std::floor(*x) == *x)) return false;
    }
  }
  return true;
}

// One point per row.
Html table_of_points(const Chart& chart, Language language) {
  const bool names_datasets = chart.datasets.size() > 1;
  const bool shows_radius = has_radius(chart);
  std::vector<std::string> columns;
  const bool names_points = has_names(chart) && shows_points(chart);
  const bool are_years = has_years_for_x(chart);
  if (names_datasets) columns.emplace_back(html::Message("Dataset").in(language));
  if (names_points) columns.emplace_back(html::Message("Name").in(language));
  columns.emplace_back(heading_of(chart.x_title, "x"));
  columns.emplace_back(heading_of(chart.y_title, "y"));
  if (shows_radius) columns.emplace_back(html::Message("Size").in(language));
  html::DataTable table(columns, names_datasets, language);
  const std::vector<std::string> axes = value_axis_suffixes(chart, language);
  for (std::size_t d = 0; d < chart.datasets.size(); ++d) {
    const ChartDataset& dataset = chart.datasets[d];
    std::size_t place = 0;
    for (const ChartValue& value : dataset.values) {
      ++place;
      if (table.is_full()) {
        table.skip_rows(1);
        continue;
      }
      table.begin_row();
      if (names_datasets) table.add_text(dataset.label + axes[d]);
      if (names_points) table.add_text(name_of_point(chart, dataset, place - 1));
      const auto* const point = std::get_if<ChartPoint>(&value);
      const auto* const text =
          point != nullptr ? std::get_if<std::string_view>(&point->x) : nullptr;
      if (point == nullptr && place <= chart.labels.size())
        table.add_text(chart.labels[place - 1]);
      else if (point == nullptr)
        table.add_nothing();
      else if (text != nullptr)
        table.add_text(*text);
      else if (are_years)
        table.add(html::format("{}", html::exact_number(std::get<double>(point->x))), true);
      else
        table.add_number(html::exact_number(std::get<double>(point->x)));
      add_value(table, dataset, &value);
      if (shows_radius && point != nullptr && point->r)
        table.add_number(html::exact_number(*point->r));
      table.end_row();
    }
  }
  return table.html();
}

}  // namespace

RenderedContent render_chart(const Chart& chart, RenderingOptions options) {
  const Language language = options.language;
  if (chart.vega_lite) {
    RenderedContent content = render_vega_lite(*chart.vega_lite, language);
    if (chart.is_empty) {
      Html html = empty_note(language);
      html += content.html;
      content.html = std::move(html);
    }
    return content;
  }
  const ChartGrid grid = arrange(chart);
  const std::optional<ChartKind> kind = kind_to_draw(chart, grid);
  const std::string description = describe(chart, grid, kind, language);

  RenderedContent content;
  content.summary = beginning_for_summary(description);
  content.stylesheets.push_back(html::kChartStylesheet);
  if (!chart.title.empty()) {
    content.leading_heading = html::format("<h1 dir=\"auto\">{}</h1>\n", chart.title);
    content.first_heading = {1, {}, std::string(beginning_for_title(chart.title))};
  }
  if (!chart.subtitle.empty())
    content.html +=
        html::format("<p class=\"chart-subtitle\" dir=\"auto\">{}</p>\n", chart.subtitle);
  if (chart.is_empty) {
    content.html += empty_note(language);
    if (grid.labels.empty()) return content;
  } else if (grid.is_too_sparse) {
    content.html += note(html::format(
        language,
        "This chart has too many labels for its datasets to be drawn. The data is shown instead."));
  } else if (kind) {
    content.scripts = {html::kChartLibrary};
    const bool has_times =
        chart.has_times || std::any_of(chart.datasets.begin(), chart.datasets.end(),
                                       [](const auto& dataset) { return dataset.has_times; });
    if (has_times) content.scripts.push_back(html::kChartTimeScript);
    content.scripts.push_back(html::kChartScript);
    core::JsonWriter data;
    write_drawing_data(data, chart, grid, *kind, description);
    append_chart_figure(content.html, data.view(), html::format(language, kDrawnFromData));
  } else {
    content.html += note(
        html::format(language, "Charts of type “{}” are not supported. The data is shown instead.",
                     chart.kind_name));
  }
  content.html += lists_values(grid) ? table_of_points(chart, language)
                                     : table_of_labels(chart, grid, language);
  return content;
}

using html::Html;

void append_chart_figure(Html& html, std::string_view data, const Html& note) {
  html += html::format("<noscript><p class=\"note\">{}</p></noscript>\n", note);
  html +=
      "<figure class=\"chart\"><div class=\"chart-frame\"></div></figure>\n"
      "<script type=\"application/json\" id=\"chart-data\">";
  html.append_script_data(data);
  html += "</script>\n";
}

namespace {

// As many as chart_options.js draws in one direction; datasets of others are on the first.
constexpr std::size_t kMaximumDrawnAxes = 4;

constexpr std::array<std::string_view, 4> kSides{"left", "right", "bottom", "top"};
constexpr std::array<html::Message, 4> kAxesOfSides{"left axis", "right axis", "bottom axis",
                                                    "top axis"};

// Those in use, that named x or y first, the others as they are described; as chart_data.js has
// them.
class ValueAxes {
 public:
  explicit ValueAxes(const Chart& chart) : direction_(chart.is_horizontal ? 'x' : 'y') {
    std::vector<std::string> order{std::string(1, direction_)};
    for (const ChartAxis& axis : chart.axes) {
      if (axis.direction != direction_) continue;
      order.push_back(axis.name);
      by_name_.emplace(axis.name, &axis);
    }
    standard_ = order[order.size() > 1 ? 1 : 0];
    std::set<std::string> used;
    for (const ChartDataset& dataset : chart.datasets) {
      order.push_back(name_of(dataset));
      used.insert(order.back());
    }
    for (std::string& name : order) {
      if (names_.size() == kMaximumDrawnAxes || !used.contains(name)) continue;
      if (places_.emplace(name, names_.size()).second) names_.push_back(std::move(name));
    }
  }

  // The place of the dataset's axis among all.
  std::size_t place_of(const ChartDataset& dataset) const {
    const auto known = places_.find(name_of(dataset));
    return known == places_.end() ? 0 : known->second;
  }

  std::size_t count() const { return names_.size(); }

  std::string text_of(std::size_t place, Language language) const {
    const auto found = by_name_.find(names_[place]);
    const ChartAxis* const axis = found == by_name_.end() ? nullptr : found->second;
    std::string text(kAxesOfSides.at(side_of(axis, place)).in(language));
    if (axis != nullptr && !axis->title.empty()) text += ": " + axis->title;
    return " (" + text + ")";
  }

 private:
  std::string name_of(const ChartDataset& dataset) const {
    const std::string_view member = direction_ == 'x' ? "xAxisID" : "yAxisID";
    for (const ChartStyle& style : dataset.styles) {
      if (style.name != member) continue;
      const auto tree = core::JsonTree::parse(style.value);
      if (tree && tree->root().is(core::JsonType::string)) return tree->root().string();
    }
    return standard_;
  }

  // As chart_axes.js places them: among kSides.
  std::size_t side_of(const ChartAxis* axis, std::size_t place) const {
    const std::size_t first = direction_ == 'y' ? 0 : 2;
    for (std::size_t side = first; axis != nullptr && side < first + 2; ++side)
      if (axis->side == kSides[side]) return side;
    return first + (place == 0 ? 0 : 1);
  }

  const char direction_;
  std::string standard_;  // of datasets that name none
  std::map<std::string, const ChartAxis*> by_name_;
  std::map<std::string, std::size_t> places_;
  std::vector<std::string> names_;
};

}  // namespace

std::vector<std::string> value_axis_suffixes(const Chart& chart, Language language) {
  std::vector<std::string> suffixes(chart.datasets.size());
  if (!has_axes(chart.kind)) return suffixes;
  const ValueAxes axes(chart);
  std::vector<std::size_t> places;
  places.reserve(chart.datasets.size());
  for (const ChartDataset& dataset : chart.datasets) places.push_back(axes.place_of(dataset));
  if (axes.count() < 2) return suffixes;
  std::vector<std::string> texts;
  for (std::size_t place = 0; place < axes.count(); ++place)
    texts.push_back(axes.text_of(place, language));
  std::transform(places.begin(), places.end(), suffixes.begin(),
                 [&](std::size_t place) { return texts[place]; });
  return suffixes;
}

void write_axes(core::JsonWriter& json, const Chart& chart) {
  json.key("axes").begin_array();
  for (const ChartAxis& axis : chart.axes) {
    json.begin_object()
        .member("name", axis.name)
        .member("direction", std::string(1, axis.direction))
        .member("title", axis.title)
        .key("settings")
        .raw(axis.settings)
        .end_object();
  }
  json.end_array();
}

}  // namespace templates
