// Reading the content of charts, in tests.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/artifact.h"
#include "core/error.h"
#include "core/text/json.h"
#include "templates/chart/chart_content.h"
#include "templates/content.h"

namespace templates {

using Values = std::vector<ChartValue>;

// The text must outlive what is read, which points into it.
inline core::Result<std::optional<Chart>> read(std::string_view text) {
  const auto tree = core::JsonTree::parse(text);
  if (!tree) return tree.error();
  return read_chart(tree->root());
}

// That of content which is a chart; else the test fails.
inline Chart chart(std::string_view text) {
  auto read_content = read(text);
  EXPECT_TRUE(read_content) << text << (read_content ? "" : read_content.error().message);
  if (!read_content) return {};
  EXPECT_TRUE(*read_content) << text;
  return (*std::move(read_content)).value_or(Chart());
}

inline ChartPoint point(double x, double y, std::optional<double> r = std::nullopt) {
  return {x, y, r};
}
inline ChartPoint point(std::string_view x, double y) { return {x, y, std::nullopt}; }
inline ChartPoint gap(double x) { return {x, std::nullopt, std::nullopt}; }
inline ChartPoint gap(std::string_view x) { return {x, std::nullopt, std::nullopt}; }

// The data of a chart as CSV, with | for the line breaks.
inline std::string csv(const std::string& content) {
  const auto text = content_as(Form::csv, core::Template::chart, content);
  if (!text) return "none";
  std::string lines;
  for (const char c : *text)
    if (c != '\r') lines += c == '\n' ? '|' : c;
  return lines;
}

}  // namespace templates
