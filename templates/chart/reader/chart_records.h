// The data of a chart as an array of records: a dataset for each key with numbers.
#pragma once

#include "core/text/json.h"
#include "templates/chart/chart_content.h"
#include "templates/chart/reader/chart_values.h"
#include "templates/chart/reader/reading.h"

namespace templates {

// Adds the datasets in `records`, and the labels where `chart` has none. `source` may name the keys
// (record_columns.h); otherwise their names or values decide. Texts that tell records with the same
// label apart become datasets. Adds nothing if there would be more values than can be drawn.
// Problems go to `fields`.
void read_chart_records(core::JsonValue source, core::JsonValue records, Reading& fields,
                        ChartValueReader& values, Chart& chart);

}  // namespace templates
