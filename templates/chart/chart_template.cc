#include "templates/chart/chart_template.h"

#include "templates/chart/chart.h"
#include "templates/chart/chart_content.h"
#include "templates/typed_content.h"

namespace templates {
constinit const TemplateDefinition kChartTemplate{
    .id = core::Template::chart,
    .label = "Chart",
    .noun = "Chart",
    .plural = "charts",
    .check = check_by<read_chart>,
    .render = render_by<read_chart, render_chart>,
};

}  // namespace templates
