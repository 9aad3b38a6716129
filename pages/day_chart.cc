#include "pages/day_chart.h"

#include <algorithm>
#include <string>

#include "html/amount.h"
#include "html/readable.h"

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
      bars += html::format(
          "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"><title>{}</title></rect>\n",
          std::to_string(left), std::to_string(kHeight - height), kBarWidth, std::to_string(height),
          text_of(day));
    }
    left += kDayWidth;
  }
  const std::string most = sum == 0 ? "none" : "most on " + text_of(highest);
  return html::format(
      "<figure class=\"day-chart\">\n"
      "<figcaption><strong>{}</strong> {} in {} days</figcaption>\n"
      "<svg viewBox=\"0 0 {} {}\" preserveAspectRatio=\"none\" role=\"img\" "
      "aria-label=\"{} by day: {}\">\n{}</svg>\n"
      "<p class=\"hint\"><span>{}</span> <span>{}</span> <span>{}</span></p>\n"
      "</figure>\n",
      name, html::group_thousands(sum), std::to_string(days.size()), std::to_string(left),
      std::to_string(kHeight), name, most, bars, html::day_and_month(days.front().begins_at), most,
      html::day_and_month(days.back().begins_at));
}

}  // namespace pages
