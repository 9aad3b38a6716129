// How a JSON document is shown: as a chart, a table, or just JSON.
#pragma once

#include "core/json/json_tree.h"

namespace client {

enum class JsonShape {
  chart,  // a configuration of Chart.js, or one of its dialects that the service reads; Vega-Lite,
          // Plotly
  table,  // an object with rows
  rows,   // an array of objects, or of arrays
  other,
};

JsonShape shape_of(core::JsonValue root);

}  // namespace client
