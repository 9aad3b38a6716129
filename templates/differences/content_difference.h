// How two versions of a content differ, as the template compares them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/text/text_difference.h"
#include "templates/differences/grid.h"
#include "templates/differences/settings.h"

namespace templates {

enum class DifferenceKind : std::uint8_t {
  text,   // documents and code, by lines and words
  table,  // by rows and cells
  chart,  // as the table of its data: a row for each label, a column for each series
  json,   // what the template cannot show, by the lines of readable JSON
  size,   // files; and what takes too long to compare
};

// The pages of two files; absent where they are not known.
struct PagesDifference {
  std::optional<int> from;
  std::optional<int> to;
};

struct ContentDifference {
  DifferenceKind kind = DifferenceKind::size;
  std::optional<core::TextDifference> text = {};  // of text and json
  std::optional<GridDifference> table = {};       // of table and chart
  std::optional<PagesDifference> pages = {};      // of PDF files
  SettingsDifference settings = {};
  // The text that is compared: of a document its text, of a file its bytes. Absent: all of the
  // content.
  std::optional<std::size_t> from_bytes = {};
  std::optional<std::size_t> to_bytes = {};
};

}  // namespace templates
