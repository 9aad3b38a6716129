#include "templates/chart/chart_axes.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "core/json/json_tree.h"

namespace templates {
namespace {

// As many as chart_options.js draws in one direction; datasets of others are on the first.
constexpr std::size_t kMaximumDrawnAxes = 4;

constexpr std::array<std::string_view, 4> kSides{"left", "right", "bottom", "top"};

// Those in use, that named x or y first, the others as they are described; as chart_data.js has
// them.
class ValueAxes {
 public:
  explicit ValueAxes(const Chart& chart) : direction_(chart.is_horizontal ? 'x' : 'y') {
    std::vector<std::string> order{std::string(1, direction_)};
    for (const ChartAxis& axis : chart.axes) {
      if (axis.direction != direction_) continue;
      order.push_back(axis.name);
      by_name_.emplace(axis.name, &axis);
    }
    standard_ = order[order.size() > 1 ? 1 : 0];
    std::set<std::string> used;
    for (const ChartDataset& dataset : chart.datasets) {
      order.push_back(name_of(dataset));
      used.insert(order.back());
    }
    for (std::string& name : order) {
      if (names_.size() == kMaximumDrawnAxes || !used.contains(name)) continue;
      if (places_.emplace(name, names_.size()).second) names_.push_back(std::move(name));
    }
  }

  // The place of the dataset's axis among all.
  std::size_t place_of(const ChartDataset& dataset) const {
    const auto known = places_.find(name_of(dataset));
    return known == places_.end() ? 0 : known->second;
  }

  std::size_t count() const { return names_.size(); }

  std::string text_of(std::size_t place) const {
    const auto found = by_name_.find(names_[place]);
    const ChartAxis* const axis = found == by_name_.end() ? nullptr : found->second;
    std::string text = side_of(axis, place) + " axis";
    if (axis != nullptr && !axis->title.empty()) text += ": " + axis->title;
    return " (" + text + ")";
  }

 private:
  std::string name_of(const ChartDataset& dataset) const {
    const std::string_view member = direction_ == 'x' ? "xAxisID" : "yAxisID";
    for (const ChartStyle& style : dataset.styles) {
      if (style.name != member) continue;
      const auto tree = core::JsonTree::parse(style.value);
      if (tree && tree->root().is(core::JsonType::string)) return tree->root().string();
    }
    return standard_;
  }

  // As chart_axes.js places them.
  std::string side_of(const ChartAxis* axis, std::size_t place) const {
    const std::size_t first = direction_ == 'y' ? 0 : 2;
    for (std::size_t side = first; axis != nullptr && side < first + 2; ++side)
      if (axis->side == kSides[side]) return axis->side;
    return std::string(kSides[first + (place == 0 ? 0 : 1)]);
  }

  const char direction_;
  std::string standard_;  // of datasets that name none
  std::map<std::string, const ChartAxis*> by_name_;
  std::map<std::string, std::size_t> places_;
  std::vector<std::string> names_;
};

}  // namespace

std::vector<std::string> value_axis_suffixes(const Chart& chart) {
  std::vector<std::string> suffixes(chart.datasets.size());
  if (!has_axes(chart.kind)) return suffixes;
  const ValueAxes axes(chart);
  std::vector<std::size_t> places;
  places.reserve(chart.datasets.size());
  for (const ChartDataset& dataset : chart.datasets) places.push_back(axes.place_of(dataset));
  if (axes.count() < 2) return suffixes;
  std::vector<std::string> texts;
  for (std::size_t place = 0; place < axes.count(); ++place) texts.push_back(axes.text_of(place));
  std::transform(places.begin(), places.end(), suffixes.begin(),
                 [&](std::size_t place) { return texts[place]; });
  return suffixes;
}

void write_axes(core::JsonWriter& json, const Chart& chart) {
  json.key("axes").begin_array();
  for (const ChartAxis& axis : chart.axes) {
    json.begin_object()
        .member("name", axis.name)
        .member("direction", std::string(1, axis.direction))
        .member("title", axis.title)
        .key("settings")
        .raw(axis.settings)
        .end_object();
  }
  json.end_array();
}

}  // namespace templates
