#include "templates/markdown/renderer/table_of_contents.h"

#include <cstddef>
#include <string>

namespace templates {
namespace {

constexpr std::size_t kFewestHeadings = 4;
constexpr int kMostEntries = 200;
constexpr int kLevels = 3;

// How deep each heading is among those above it: a level that a document leaves out is no step.
std::vector<int> depths_of(const std::vector<Heading>& headings) {
  std::vector<int> depths;
  depths.reserve(headings.size());
  std::vector<int> levels_above;
  for (const Heading& heading : headings) {
    while (!levels_above.empty() && levels_above.back() >= heading.level) levels_above.pop_back();
    levels_above.push_back(heading.level);
    depths.push_back(static_cast<int>(levels_above.size()));
  }
  return depths;
}

}  // namespace

html::Html table_of_contents(const std::vector<Heading>& headings) {
  if (headings.size() < kFewestHeadings) return {};
  const std::vector<int> depths = depths_of(headings);
  int deepest = kLevels;
  const auto is_listed = [&](std::size_t i) {
    return depths[i] <= deepest && !headings[i].text.empty();
  };
  const auto has_too_many = [&] {
    int entries = 0;
    for (std::size_t i = 0; i < headings.size(); ++i) entries += is_listed(i) ? 1 : 0;
    return entries > kMostEntries;
  };
  while (deepest > 1 && has_too_many()) --deepest;

  html::Html entries;
  int listed = 0;
  for (std::size_t i = 0; i < headings.size(); ++i) {
    if (!is_listed(i)) continue;
    if (++listed > kMostEntries) break;
    entries += html::format("<li class=\"contents-{}\"><a href=\"#{}\">{}</a></li>\n",
                            std::to_string(depths[i]), headings[i].id, headings[i].text);
  }
  return html::format(
      "<nav class=\"contents\" aria-label=\"Contents\"><details><summary>Contents</summary>"
      // The direction of its first entry is that of all.
      "<ol dir=\"auto\">\n{}</ol></details></nav>\n",
      entries);
}

}  // namespace templates
