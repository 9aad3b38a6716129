// The option `parsing` of Chart.js: the keys under which objects have the places of their points.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/json/json_tree.h"
#include "templates/chart/chart_kind.h"
#include "templates/chart/reader/reading.h"

namespace templates {

// "sales.net" is the member "net" of the member "sales"; a dot after a backslash is part of a name.
struct ChartKey {
  std::string text;
  std::vector<std::string> names;  // from the outside to the inside; empty if no key is given

  bool is_given() const { return !names.empty(); }
};

struct ChartParsing {
  ChartKey x;
  ChartKey y;  // of kinds without axes, the value
};

// Of a dataset of this kind; each key may also stand in `chart`, the same option of the chart.
// Problems go to `fields`.
ChartParsing read_chart_parsing(std::optional<core::JsonValue> dataset,
                                std::optional<core::JsonValue> chart, std::optional<ChartKind> kind,
                                Reading& fields);

// What `object` has under `key` or, if none is given, under `otherwise`.
std::optional<core::JsonValue> look_up(core::JsonValue object, const ChartKey& key,
                                       std::string_view otherwise);

}  // namespace templates
