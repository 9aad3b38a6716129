#include "pages/day_chart.h"

#include <algorithm>
#include <string>

#include "html/amount.h"
#include "html/readable.h"
#include "pages/day_chart.html.h"

namespace pages {
namespace {

using html::Html;

// In units of the drawing, which is stretched to its place.
constexpr std::int64_t kHeight = 100;
constexpr std::int64_t kDayWidth = 10;
constexpr std::string_view kBarWidth = "8";

std::string text_of(const DayCount& day) {
  return html::day_and_month(day.begins_at) + ": " + html::group_thousands(day.count);
}

// A day with anything is seen, however little it is.
std::int64_t height_of(std::int64_t count, std::int64_t most) {
  if (count <= 0) return 0;
  return std::max<std::int64_t>(count * kHeight / most, 2);
}

}  // namespace

Html day_chart(std::string_view name, const std::vector<DayCount>& days) {
  if (days.empty()) return {};
  std::int64_t sum = 0;
  for (const DayCount& day : days) sum += day.count;
  const DayCount& highest =
      *std::max_element(days.begin(), days.end(),
                        [](const DayCount& a, const DayCount& b) { return a.count < b.count; });
  Html bars;
  std::int64_t left = 0;
  for (const DayCount& day : days) {
    const std::int64_t height = height_of(day.count, std::max<std::int64_t>(highest.count, 1));
    if (height > 0) {
      bars += day_chart_html::bar({.left = std::to_string(left),
                                   .y = std::to_string(kHeight - height),
                                   .bar_width = kBarWidth,
                                   .height = std::to_string(height),
                                   .title = text_of(day)});
    }
    left += kDayWidth;
  }
  const std::string most = sum == 0 ? "none" : "most on " + text_of(highest);
  return day_chart_html::day_chart({.name = name,
                                    .sum = html::group_thousands(sum),
                                    .count = std::to_string(days.size()),
                                    .left = std::to_string(left),
                                    .height = std::to_string(kHeight),
                                    .most = most,
                                    .bars = bars,
                                    .first = html::day_and_month(days.front().begins_at),
                                    .last = html::day_and_month(days.back().begins_at)});
}

}  // namespace pages
