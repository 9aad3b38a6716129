// Members of charts that have no effect in their library, or none on a page, which has its own
// fonts, sizes and margins, and its own reaction to the pointer. Values here are mostly defaults.
#pragma once

#include "templates/chart/reader/reading.h"

namespace templates {

const EffectlessMembers& effectless_in_chart_js();

// The members without effect in series of Highcharts, ECharts and ApexCharts.
const EffectlessMembers& effectless_in_series();

const EffectlessMembers& effectless_in_plotly();

}  // namespace templates
