// How a JSON document is shown: as a chart, a table, or just JSON.
#pragma once

#include "core/json/json_tree.h"

namespace client {

enum class JsonShape {
  chart,  // a configuration of Chart.js, or one of its dialects that the service reads; Vega-Lite,
          // Plotly
  table,  // an object with rows, or with values by column
  rows,   // an array of objects, or of arrays
  other,
};

JsonShape shape_of(core::JsonValue root);

// Whether it is an object of two columns or more: arrays of equal length, or objects with the same
// members, as pandas writes data frames. Objects may also be rows, each under its name.
bool is_by_column(core::JsonValue root);

}  // namespace client
