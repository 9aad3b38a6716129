#include "templates/markdown/renderer/table_of_contents.h"

#include <algorithm>
#include <string>

namespace templates {
namespace {

constexpr std::size_t kFewestHeadings = 4;
constexpr int kMostEntries = 200;
constexpr int kLevels = 3;

bool is_listed(const Heading& heading, int deepest) {
  return heading.level <= deepest && !heading.text.empty();
}

}  // namespace

html::Html table_of_contents(const std::vector<Heading>& headings) {
  if (headings.size() < kFewestHeadings) return {};
  const int top =
      std::min_element(headings.begin(), headings.end(), [](const Heading& a, const Heading& b) {
        return a.level < b.level;
      })->level;
  int deepest = top + kLevels - 1;
  const auto has_too_many = [&] {
    return std::count_if(headings.begin(), headings.end(), [&](const Heading& heading) {
             return is_listed(heading, deepest);
           }) > kMostEntries;
  };
  while (deepest > top && has_too_many()) --deepest;

  html::Html entries;
  int listed = 0;
  for (const Heading& heading : headings) {
    if (!is_listed(heading, deepest)) continue;
    if (++listed > kMostEntries) break;
    entries += html::format("<li class=\"contents-{}\"><a href=\"#{}\">{}</a></li>\n",
                            std::to_string(heading.level - top + 1), heading.id, heading.text);
  }
  return html::format(
      "<nav class=\"contents\" aria-label=\"Contents\"><details><summary>Contents</summary>"
      // The direction of its first entry is that of all.
      "<ol dir=\"auto\">\n{}</ol></details></nav>\n",
      entries);
}

}  // namespace templates
