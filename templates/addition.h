// Adds what a client sends at the end of an artifact's content.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/error.h"
#include "core/text/json.h"

namespace templates {

struct AddedText {
  std::string text;
};

// Rows of a table, or records of a chart.
struct AddedRows {
  core::JsonTree rows;                     // an array, not empty
  std::optional<std::size_t> keep_last{};  // how many rows the content has at most afterwards
};

// Points of a chart: a label for each, and in each dataset a value for each.
struct AddedPoints {
  std::optional<core::JsonTree> labels;  // an array
  core::JsonTree datasets;               // an array, not empty
  std::optional<std::size_t> keep_last{};
};

using Addition = std::variant<AddedText, AddedRows, AddedPoints>;

struct GrownContent {
  std::string content;       // a JSON text; all that was not touched is as it was
  std::size_t appended = 0;  // rows, points or characters
  std::size_t dropped = 0;   // rows or points, from the beginning
};

// How many of `count` are beyond those that are kept.
inline std::size_t beyond(std::optional<std::size_t> keep_last, std::size_t count) {
  return keep_last && count > *keep_last ? count - *keep_last : 0;
}

// append_unsupported. `reason` says what would be right.
inline core::Error append_unsupported(std::string_view reason, std::string_view field = "append") {
  return {core::ErrorCode::append_unsupported, reason, field};
}

}  // namespace templates
