#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "core/text/json_writer.h"
#include "core/text/text.h"
#include "templates/chart/added_points.h"
#include "templates/chart/chart.h"
#include "templates/chart/chart_content.h"
#include "templates/chart/chart_drawing.h"
#include "templates/chart/chart_table.h"
#include "templates/chart/reader/plotly.h"
#include "templates/chart/vega_lite.h"
#include "templates/differences/content_difference.h"
#include "templates/registry.h"

namespace templates {
namespace {

// Without x, y and index, which are too similar to other short members.
constexpr std::array<std::string_view, 27> kMembers{
    "type",   "data",   "labels", "datasets", "dataset",  "xKey",       "yKeys",
    "yKey",   "layout", "series", "values",   "options",  "title",      "chartType",
    "config", "chart",  "mark",   "encoding", "xField",   "yField",     "x_key",
    "y_keys", "y_key",  "y2Keys", "labelKey", "valueKey", "categoryKey"};

constexpr std::size_t kLongestShownName = 40;

void examine_chart(const Chart& chart, ContentFindings& findings) {
  const std::string title = chart.vega_lite ? vega_lite_title(*chart.vega_lite) : chart.title;
  if (!title.empty()) findings.first_heading = beginning_for_title(title);
  if (chart.is_empty)
    findings.warnings.push_back({core::WarningCode::content_empty,
                                 "the chart has no data, and its page says so", "/content"});
  for (const std::string& key : chart.missing_keys) {
    findings.warnings.push_back({core::WarningCode::unknown_key,
                                 "no record of the chart's data has the key \"" +
                                     std::string(core::first_code_points(key, kLongestShownName)) +
                                     "\", which xKey, yKeys, parsing or encoding names",
                                 "/content"});
  }
  const bool has_named_points =
      std::any_of(chart.datasets.begin(), chart.datasets.end(),
                  [](const ChartDataset& dataset) { return !dataset.names.empty(); });
  if (has_named_points && !shows_points(chart))
    findings.warnings.push_back(
        {core::WarningCode::unsupported_in_chart,
         "names of points are shown only where both axes have numbers or times", "/content"});
  for (const UnsupportedPart& part : chart.unsupported)
    findings.warnings.push_back({core::WarningCode::unsupported_in_chart, part.what, part.field});
  if (chart.kind || chart.kind_name.empty()) return;
  findings.warnings.push_back(
      {core::WarningCode::unknown_chart_type,
       "the chart type \"" +
           std::string(core::first_code_points(chart.kind_name, kLongestShownName)) +
           "\" is not supported, so the page shows the data in place of a chart; supported are "
           "bar, line, area, pie, doughnut, scatter, bubble, radar and polarArea",
       "/content"});
}

// What is drawn without its points, as indented JSON; of a Vega-Lite chart its specification
// without the data.
std::string settings_of(const Chart& chart) {
  core::JsonWriter json;
  if (!chart.vega_lite) {
    write_look(json, chart);
    const bool is_known = chart.kind || chart.kind_name.empty();
    return lines_of_json(json.text()) + (is_known ? "" : "type: " + chart.kind_name + '\n');
  }
  json.begin_object();
  for (const core::JsonValue& member : *chart.vega_lite)
    if (!member.is_named("data")) json.key(member.name()).raw(member.text());
  json.end_object();
  return lines_of_json(json.text());
}

class ChartModel : public Model {
 public:
  ChartModel(core::JsonValue content, Chart chart) : Model(content), chart_(std::move(chart)) {}

  RenderedContent page(RenderingOptions options) const override {
    return render_chart(chart_, options);
  }
  std::optional<std::string> form(Form form) const override {
    if (form == Form::markdown) return chart_to_markdown(chart_);
    if (form == Form::raw_csv || form == Form::plain_text) return chart_to_raw_csv(chart_);
    return form == Form::csv ? chart_to_csv(chart_) : std::nullopt;
  }
  void examine(ContentFindings& findings) const override { examine_chart(chart_, findings); }
  core::Result<GrownContent> grown(const Addition& addition) const override {
    return with_added_points(content(), chart_, addition);
  }
  // The heading of the labels is the title of their axis, and may change.
  std::vector<std::string> keys_of_columns() const override {
    return chart_.vega_lite ? std::vector<std::string>() : std::vector<std::string>{"label"};
  }
  std::string settings() const override { return settings_of(chart_); }

 private:
  Chart chart_;
};

core::Result<ReadContent> read(core::JsonValue content) {
  auto reading = read_as<ChartModel, read_chart>(content);
  if (reading && !reading->model && is_plotly_figure(content))
    reading->findings.warnings.push_back(
        {core::WarningCode::unsupported_in_chart,
         "none of the figure's traces can be drawn; bars, lines, areas, points, bubbles, pies and "
         "rings can",
         "/content/data"});
  return reading;
}

constexpr std::array kChartForms{Form::csv, Form::plain_text, Form::raw_csv};
constexpr std::array kChartDownloads{
    Download{.id = "png", .name = "PNG", .ending = ".png", .has_script = true},
    Download{.id = "svg", .name = "SVG", .ending = ".svg", .has_script = true},
    Download{"csv", "CSV", ".csv", Form::csv, true}, Download{"json", "JSON", ".json", Form::json}};

}  // namespace

constinit const TemplateDefinition kChartTemplate{
    .id = core::Template::chart,
    .label = "Chart",
    .noun = "Chart",
    .singular = "a chart",
    .plural = "charts",
    .copy_name = "Copy data",
    .read = read,
    .members = kMembers,
    .forms = kChartForms,
    .downloads = kChartDownloads,
    .example = R"({"type": "bar", "data": {"labels": ["May"], "datasets": [{"data": [3]}]}})",
    .content_schema =
        R"({"type":"object","description":"A Chart.js configuration, such as {\"type\":\"bar\",\"data\":{\"labels\":[\"May\"],\"datasets\":[{\"label\":\"Sales\",\"data\":[3]}]}}, or a Vega-Lite specification with its $schema and inline data.","properties":{)"
        R"("type":{"type":"string","description":"bar, horizontalBar, line, area, pie, doughnut, scatter, bubble, radar or polarArea."},)"
        R"("data":{"type":"object","description":"labels, and datasets with a label and a number for each of the labels; a point of a scatter chart is {\"x\":1,\"y\":2}."},)"
        R"("options":{"type":"object","description":"Such as titles of axes and stacking."}}})",
};

}  // namespace templates
