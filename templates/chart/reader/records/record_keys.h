// Which keys of a chart's records are its labels, datasets and the like.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/json/json_tree.h"
#include "templates/chart/chart_content.h"
#include "templates/chart/reader/records/record_column.h"
#include "templates/chart/reader/records/record_hints.h"

namespace templates {

struct RecordKeys {
  std::optional<std::string> label;  // of points: their x
  std::vector<std::string> values;   // a dataset each
  std::vector<std::string> second;   // those of them on the second axis
  std::optional<std::string> radius;
  bool are_values_chosen = false;  // by the names and values of the columns
};

// What is not drawn although it could be goes to the unsupported parts of `chart`.
RecordKeys choose_record_keys(core::JsonValue records, const std::vector<RecordColumn>& columns,
                              RecordHints hints, Chart& chart);

}  // namespace templates
