// The members by which a chart from records names the keys of its labels and values.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/json/json_tree.h"
#include "templates/chart/reader/reading.h"
#include "templates/chart/reader/records/record_column.h"

namespace templates {

struct RecordHints {
  std::optional<std::string> label;
  std::optional<std::vector<std::string>> values;
  std::vector<std::string> second;   // those of values on the second axis
  bool are_bars_horizontal = false;  // the key for y is that of the labels
  bool are_categories_keys = false;  // `categories` names keys, and has no labels
};

// xKey, yKey, yKeys and y2Keys always name keys, and those of another type are problems of
// `fields`. The members that other libraries have for them (x, xField, xAxis.dataKey) count if they
// name keys of the records.
RecordHints read_record_hints(core::JsonValue source, const std::vector<RecordColumn>& columns,
                              Reading& fields);

}  // namespace templates
