#include "templates/chart/chart_template.h"

#include <array>
#include <string>
#include <string_view>

#include "templates/chart/chart.h"
#include "templates/chart/chart_content.h"
#include "templates/file_name.h"
#include "templates/typed_content.h"

namespace templates {
namespace {

constexpr std::array<std::string_view, 11> kMembers{"type",      "data",   "labels",  "datasets",
                                                    "series",    "values", "options", "title",
                                                    "chartType", "config", "chart"};

constexpr std::size_t kLongestShownName = 40;

void examine(const Chart& chart, ContentFindings& findings) {
  if (chart.kind || chart.kind_name.empty()) return;
  findings.warnings.push_back(
      {core::WarningCode::unknown_chart_type,
       "the chart type \"" + std::string(first_code_points(chart.kind_name, kLongestShownName)) +
           "\" is not supported, so the page shows the data in place of a chart; supported are "
           "bar, line, area, pie, doughnut, scatter, bubble, radar and polarArea",
       "/content"});
}

}  // namespace

constinit const TemplateDefinition kChartTemplate{
    .id = core::Template::chart,
    .label = "Chart",
    .noun = "Chart",
    .plural = "charts",
    .check = check_by<read_chart, examine>,
    .members = kMembers,
    .render = render_by<read_chart, render_chart>,
};

}  // namespace templates
