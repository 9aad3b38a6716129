// Members of charts that have no effect in the library that they are for, or none that a page could
// have: its fonts, sizes and margins are its own, and so is what happens when the pointer is on the
// chart. Values here are mostly defaults.
#pragma once

#include "templates/chart/reader/reading.h"

namespace templates {

const EffectlessMembers& effectless_in_chart_js();

// Of Highcharts, ECharts and ApexCharts.
const EffectlessMembers& effectless_in_series();

const EffectlessMembers& effectless_in_plotly();

}  // namespace templates
