// What of a Vega-Lite specification cannot be drawn. The library in the browser draws the rest, so
// nothing else is checked.
#pragma once

#include "core/input/content_reader.h"
#include "core/json/json_tree.h"
#include "templates/chart/chart_content.h"

namespace templates {

// Data at another address is a problem, and goes to `fields`. What the page lacks, and marks and
// keys of records that do not exist, are noted in `chart`; so is that there are no records.
void check_vega_lite(core::JsonValue specification, core::ContentReader& fields, Chart& chart);

}  // namespace templates
