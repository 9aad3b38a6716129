// A small bar chart of what was counted each day. It is an SVG made here, so that a page with it
// needs no script.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/time.h"
#include "html/html.h"

namespace pages {

struct DayCount {
  core::Timestamp begins_at;  // a day in UTC
  std::int64_t count = 0;
};

// `name` is what was counted: "Requests". The days are without gaps, oldest first.
html::Html day_chart(std::string_view name, const std::vector<DayCount>& days);

}  // namespace pages
