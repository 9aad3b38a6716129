// Adds points to the content of a chart, or records to one whose data are records, in any of the
// formats of chart_content.h but objects of values by label and packed numbers.
#pragma once

#include "core/error.h"
#include "core/text/json.h"
#include "templates/addition.h"
#include "templates/chart/chart_content.h"

namespace templates {

// A chart with labels gets as many values in each of its datasets as there are new labels; the
// datasets that were sent are those with the same label, or else in the same place. With a key, a
// point replaces the one with its label, and a record the one with the same value for the key.
// Errors: append_unsupported if the chart cannot have them so; edit_ambiguous and invalid_request
// as those of with_added_rows().
core::Result<GrownContent> with_added_points(core::JsonValue content, const Chart& chart,
                                             const Addition& addition);

}  // namespace templates
