#include "templates/chart/chart.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/text/json_writer.h"
#include "html/html.h"
#include "html/message.h"
#include "templates/chart/chart_drawing.h"
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
  content.can_be_copied = true;
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
    content.fills_screen = true;
    content.scripts = {html::kChartLibrary};
    const bool has_times =
        chart.has_times || std::any_of(chart.datasets.begin(), chart.datasets.end(),
                                       [](const auto& dataset) { return dataset.has_times; });
    if (has_times) content.scripts.push_back(html::kChartTimeScript);
    content.scripts.push_back(html::kChartScript);
    core::JsonWriter data;
    write_drawing(data, chart, grid, *kind, description);
    append_chart_figure(content.html, data.view(), html::format(language, kDrawnFromData));
  } else {
    content.html += note(
        html::format(language, "Charts of type “{}” are not supported. The data is shown instead.",
                     chart.kind_name));
  }
  content.html += table_of(chart, grid, language);
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

}  // namespace templates
