#include "templates/chart/chart_drawing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <variant>

#include "core/cpu_limit.h"
#include "core/text/json.h"
#include "html/message.h"
#include "templates/chart/chart_times.h"
#include "templates/chart/reader/chart_options.h"
#include "templates/chart/reader/chart_values.h"

namespace templates {
namespace {

using core::JsonWriter;

// In one direction; datasets of others are on the first.
constexpr std::size_t kMaximumDrawnAxes = 4;

constexpr std::array<std::string_view, 4> kSides{"left", "right", "bottom", "top"};
constexpr std::array<html::Message, 4> kAxesOfSides{"left axis", "right axis", "bottom axis",
                                                    "top axis"};

// The axes in one direction that datasets use: that named x or y first, the others as they are
// described.
class DrawnAxes {
 public:
  DrawnAxes(const Chart& chart, char direction) : direction_(direction) {
    std::vector<const ChartAxis*> order(1, nullptr);
    for (const ChartAxis& axis : chart.axes) {
      if (axis.direction != direction) continue;
      if (axis.name.size() == 1 && axis.name.front() == direction)
        order.front() = &axis;
      else
        order.push_back(&axis);
      if (standard_.empty()) standard_ = axis.name;
    }
    if (standard_.empty()) standard_ = std::string(1, direction);
    std::set<std::string_view> used;
    for (const ChartDataset& dataset : chart.datasets) used.insert(name_of(dataset));
    const auto add = [&](std::string_view name, const ChartAxis* axis) {
      if (axes_.size() < kMaximumDrawnAxes && used.erase(name) > 0)
        axes_.push_back({name, axis != nullptr ? axis : &kPlain});
    };
    for (const ChartAxis* const axis : order)
      add(axis != nullptr ? std::string_view(axis->name) : std::string_view(&direction_, 1), axis);
    for (const ChartDataset& dataset : chart.datasets) add(name_of(dataset), nullptr);
    if (axes_.empty()) axes_.push_back({standard_, &kPlain});
  }
  DrawnAxes(const DrawnAxes&) = delete;
  DrawnAxes& operator=(const DrawnAxes&) = delete;

  std::size_t count() const { return axes_.size(); }
  // As the content describes it, if it does.
  const ChartAxis& axis(std::size_t place) const { return *axes_[place].second; }

  std::size_t place_of(const ChartDataset& dataset) const {
    const auto found = std::find_if(axes_.begin(), axes_.end(), [&](const auto& axis) {
      return axis.first == name_of(dataset);
    });
    return found == axes_.end() ? 0 : static_cast<std::size_t>(found - axes_.begin());
  }

  // Among kSides: the usual one of the first axis, or the other.
  std::size_t side_of(std::size_t place) const {
    const std::size_t first = direction_ == 'y' ? 0 : 2;
    for (std::size_t side = first; side < first + 2; ++side)
      if (axis(place).side == kSides[side]) return side;
    return first + (place == 0 ? 0 : 1);
  }

 private:
  inline static const ChartAxis kPlain;

  std::string_view name_of(const ChartDataset& dataset) const {
    const std::string& name = direction_ == 'x' ? dataset.x_axis : dataset.y_axis;
    return name.empty() ? standard_ : name;
  }

  const char direction_;
  std::string standard_;  // of datasets that name none
  std::vector<std::pair<std::string_view, const ChartAxis*>> axes_;
};

void write_settings(JsonWriter& json, const std::vector<ChartSetting>& settings,
                    std::string_view but = {}) {
  for (const ChartSetting& setting : settings)
    if (setting.name != but) json.key(setting.name).raw(setting.json);
}

void write_text(JsonWriter& json, std::string_view name, std::string_view text) {
  if (!text.empty()) json.member(name, text);
}

class ChartDrawing {
 public:
  ChartDrawing(JsonWriter& json, const Chart& chart, const ChartGrid& grid, ChartKind kind)
      : json_(json),
        chart_(chart),
        grid_(grid),
        kind_(kind),
        across_(chart, chart.is_horizontal ? 'y' : 'x'),
        along_(chart, chart.is_horizontal ? 'x' : 'y') {
    if (has_axes(kind)) choose_scale();
  }

  void write(std::string_view description) {
    begin();
    write_text(json_, "description", description);
    write_labels();
    write_axes();
    json_.key("series").begin_array();
    for (std::size_t i = 0; i < chart_.datasets.size(); ++i) {
      const Column* const column = grid_.has_points ? nullptr : &grid_.columns[i];
      begin_series(chart_.datasets[i]);
      write_points(chart_.datasets[i], column);
      write_look(chart_.datasets[i], column);
      json_.end_object();
    }
    end();
  }

  void write_look() {
    begin();
    write_axes();
    json_.key("series").begin_array();
    std::multimap<std::string_view, const ChartDataset*> by_name;
    for (const ChartDataset& dataset : chart_.datasets) by_name.emplace(dataset.label, &dataset);
    for (const auto& [name, dataset] : by_name) {
      core::CpuLimit::check();
      const bool has_look = !dataset->settings.empty() || !dataset->colours.empty() ||
                            dataset->kind || along_.place_of(*dataset) > 0;
      if (!has_look) continue;
      begin_series(*dataset);
      write_look(*dataset, nullptr);
      json_.end_object();
    }
    end();
  }

 private:
  enum class Scale : std::uint8_t { labels, numbers, logarithmic, times };
  using Column = std::vector<const ChartValue*>;

  void begin() {
    json_.begin_object().member("kind", name_of(kind_));
    write_text(json_, "title", chart_.title);
    write_text(json_, "subtitle", chart_.subtitle);
    if (chart_.is_horizontal) json_.member("horizontal", true);
    if (chart_.sizes != BubbleSizes::radii)
      json_.member("sizes", chart_.sizes == BubbleSizes::areas ? "areas" : "diameters");
  }

  void write_axes() {
    json_.key("axes").begin_array();
    if (has_axes(kind_)) {
      write_axis(across_, 0, scale_, title_across(chart_));
      for (std::size_t place = 0; place < along_.count(); ++place)
        write_axis(along_, place, scale_of_values(place), title_along(chart_));
    } else {
      write_radial_axis();
    }
    json_.end_array();
  }

  void end() {
    json_.end_array();
    write_settings(json_, chart_.settings);
    json_.end_object();
  }

  const std::string& time_format() const { return across_.axis(0).time_format; }

  // Labels that are no times or numbers stay labels.
  void choose_scale() {
    const ChartAxis::Scale described = across_.axis(0).scale;
    const bool is_logarithmic = described == ChartAxis::Scale::logarithmic;
    Scale scale = is_logarithmic ? Scale::logarithmic : Scale::numbers;
    if (chart_.has_times) scale = Scale::times;
    if (!grid_.has_points) {
      if (scale == Scale::numbers && described != ChartAxis::Scale::numbers) return;
      for (const std::string& label : grid_.labels)
        places_.push_back(chart_.has_times ? read_time(label, time_format())
                                           : number_in_text(label));
      const bool fits = chart_.has_times ? has_drawn_place()
                                         : std::find(places_.begin(), places_.end(),
                                                     std::nullopt) == places_.end();
      if (!fits) return places_.clear();
    }
    scale_ = scale;
  }

  bool has_drawn_place() const {
    return std::any_of(grid_.columns.begin(), grid_.columns.end(), [&](const Column& column) {
      for (std::size_t row = 0; row < column.size(); ++row)
        if (column[row] != nullptr && !is_missing(*column[row]) && places_[row]) return true;
      return false;
    });
  }

  Scale scale_of_values(std::size_t place) const {
    for (const ChartDataset& dataset : chart_.datasets)
      if (dataset.has_times && along_.place_of(dataset) == place) return Scale::times;
    const ChartAxis::Scale described = along_.axis(place).scale;
    if (described == ChartAxis::Scale::logarithmic) return Scale::logarithmic;
    return described == ChartAxis::Scale::names ? Scale::labels : Scale::numbers;
  }

  void write_labels() {
    if (grid_.has_points) return;
    json_.key(places_.empty() ? "labels" : "places").begin_array();
    for (std::size_t i = 0; i < grid_.labels.size(); ++i)
      write_place(places_.empty() ? std::nullopt : places_[i], grid_.labels[i]);
    json_.end_array();
  }

  // Most numbers are whole.
  void write_number(double number) {
    constexpr double kMostExact = 9e15;
    const bool may_be_whole = std::abs(number) < kMostExact;
    const std::int64_t whole = may_be_whole ? static_cast<std::int64_t>(number) : 0;
    if (may_be_whole && static_cast<double>(whole) == number)
      json_.value(whole);
    else
      json_.value(number);
  }

  void write_number(std::optional<double> number) {
    if (number)
      write_number(*number);
    else
      json_.null();
  }

  // The end of an axis; of one of labels, the number of a label.
  std::optional<double> end_in(const ChartAxis& axis, const std::string& json, Scale scale) const {
    constexpr double kMost = 1e150;
    if (json.empty()) return std::nullopt;
    const auto tree = core::JsonTree::parse(std::string_view(json));
    if (!tree) return std::nullopt;
    const auto number = tree->root().number();
    if (scale == Scale::times && !number) return read_time(tree->root().string(), axis.time_format);
    if (scale != Scale::labels) return number && std::abs(*number) <= kMost ? number : std::nullopt;
    const std::vector<std::string>& labels = grid_.labels;
    if (number) {
      const bool is_label = *number >= 0 && *number < static_cast<double>(labels.size());
      return is_label && std::floor(*number) == *number ? number : std::nullopt;
    }
    const auto found = std::find(labels.begin(), labels.end(), tree->root().string());
    return found == labels.end() ? std::nullopt
                                 : std::optional(static_cast<double>(found - labels.begin()));
  }

  void write_axis(const DrawnAxes& axes, std::size_t place, Scale scale,
                  const std::string& title_of_chart) {
    constexpr std::array<std::string_view, 4> kNames{"labels", "numbers", "logarithmic", "times"};
    const ChartAxis& axis = axes.axis(place);
    const bool is_across = &axes == &across_;
    json_.begin_object();
    if (scale != (is_across ? Scale::labels : Scale::numbers))
      json_.member("scale", kNames.at(static_cast<std::size_t>(scale)));
    write_text(json_, "title",
               axis.title.empty() && axes.count() == 1 ? title_of_chart : axis.title);
    const std::size_t side = axes.side_of(place);
    if (axis.side == "center")
      json_.member("side", axis.side);
    else if (side % 2 != (place == 0 ? 0U : 1U))
      json_.member("side", kSides[side]);
    write_ends(axis, scale);
    write_settings(json_, axis.settings, "stacked");
    // Times have no sum.
    if (const auto stacking = stacking_of(axis);
        stacking != "false" && (is_across || scale != Scale::times))
      json_.key("stacked").raw(stacking);
    json_.end_object();
  }

  void write_ends(const ChartAxis& axis, Scale scale) {
    auto least = end_in(axis, axis.least, scale);
    auto most = end_in(axis, axis.most, scale);
    if (scale != Scale::labels && least && most && *least >= *most) least = most = std::nullopt;
    for (const auto& [name, end] : {std::pair("least", least), std::pair("most", most)}) {
      if (!end) continue;
      json_.key(name);
      write_number(*end);
    }
  }

  // The axes say by themselves what is stacked, or the chart says it for all.
  std::string_view stacking_of(const ChartAxis& axis) const {
    const auto is_said = [](const ChartAxis& one) {
      return find_setting(one.settings, "stacked") != nullptr;
    };
    if (is_said(axis)) return find_setting(axis.settings, "stacked")->json;
    const bool is_of_all =
        chart_.stacked && std::none_of(chart_.axes.begin(), chart_.axes.end(), is_said);
    return is_of_all ? "true" : "false";
  }

  void write_radial_axis() {
    const auto axis = std::find_if(chart_.axes.begin(), chart_.axes.end(),
                                   [](const ChartAxis& one) { return one.direction == 'r'; });
    if (axis == chart_.axes.end()) return;
    json_.begin_object();
    write_ends(*axis, Scale::numbers);
    write_settings(json_, axis->settings);
    json_.end_object();
  }

  // A text that says no place is written for the table that people save.
  void write_place(std::optional<double> place, std::string_view text) {
    if (place)
      write_number(*place);
    else
      json_.value(text);
  }

  // The place of a point along the axis, that of its label if it has none of its own.
  void write_place(const ChartDataset& dataset, std::size_t i) {
    const ChartValue& value = dataset.values[i];
    const auto* const point = std::get_if<ChartPoint>(&value);
    if (const auto* const number = point != nullptr ? std::get_if<double>(&point->x) : nullptr)
      return write_number(*number);
    if (scale_ != Scale::times && point == nullptr)
      return write_number(is_missing(value) ? std::nullopt : std::optional(static_cast<double>(i)));
    std::string_view text;
    if (point != nullptr)
      text = std::get<std::string_view>(point->x);
    else if (i < chart_.labels.size())
      text = chart_.labels[i];
    write_place(scale_ == Scale::times ? read_time(text, time_format()) : std::nullopt, text);
  }

  void write_height(const ChartValue* value) {
    if (value == nullptr || is_missing(*value)) return void(json_.null());
    if (const auto* const number = std::get_if<double>(value)) return write_number(*number);
    if (const auto range = range_of(*value)) return write_number(range->high);
    const auto* const point = std::get_if<ChartPoint>(value);
    if (point != nullptr && point->y_name.empty()) return write_number(*point->y);
    json_.value(point != nullptr ? point->y_name : std::get<std::string_view>(*value));
  }

  void begin_series(const ChartDataset& dataset) {
    json_.begin_object();
    write_text(json_, "name", dataset.label);
  }

  // Calls `write` for each value, in the order of rows or points.
  template <typename Write>
  void write_each(std::string_view name, const ChartDataset& dataset, const Column* column,
                  Write write) {
    json_.key(name).begin_array();
    if (column != nullptr)
      for (const ChartValue* const value : *column) write(value);
    else
      for (const ChartValue& value : dataset.values) write(&value);
    json_.end_array();
  }

  void write_points(const ChartDataset& dataset, const Column* column) {
    if (column == nullptr) {
      json_.key("x").begin_array();
      for (std::size_t i = 0; i < dataset.values.size(); ++i) write_place(dataset, i);
      json_.end_array();
    }
    write_each("y", dataset, column, [&](const ChartValue* value) { write_height(value); });
    const auto has_low = [](const ChartValue& value) {
      return !std::holds_alternative<double>(value) && range_of(value);
    };
    if (std::any_of(dataset.values.begin(), dataset.values.end(), has_low))
      write_each("low", dataset, column, [&](const ChartValue* value) {
        const auto range = value != nullptr ? range_of(*value) : std::nullopt;
        write_number(range ? std::optional(range->low) : std::nullopt);
      });
    if (has_size(dataset))
      write_each("size", dataset, column, [&](const ChartValue* value) {
        const auto* const point = value != nullptr ? std::get_if<ChartPoint>(value) : nullptr;
        write_number(point != nullptr ? point->r : std::nullopt);
      });
    if (column == nullptr && has_names(chart_)) {
      json_.key("names").begin_array();
      for (std::size_t i = 0; i < dataset.values.size(); ++i)
        json_.value(name_of_point(chart_, dataset, i));
      json_.end_array();
    }
  }

  // Marks without a colour of their own have the dataset's.
  void write_look(const ChartDataset& dataset, const Column* column) {
    const ChartKind kind = drawn_kind(kind_, dataset);
    if (name_of(kind) != name_of(kind_)) json_.member("kind", name_of(kind));
    const std::size_t axis = has_axes(kind_) ? along_.place_of(dataset) : 0;
    if (axis > 0) json_.member("axis", axis + 1);
    const bool is_line =
        kind == ChartKind::line || kind == ChartKind::area || kind == ChartKind::radar;
    const std::string_view name = is_line ? "pointColours" : "colours";
    const ChartSetting* const all = find_setting(dataset.settings, name);
    const bool has_own = !dataset.colours.empty() && (all == nullptr || all->json.front() != '[');
    write_settings(json_, dataset.settings, has_own ? name : std::string_view());
    if (has_own) {
      const std::string_view otherwise = all != nullptr ? std::string_view(all->json) : "null";
      write_each(name, dataset, column, [&](const ChartValue* value) {
        const std::size_t place = value != nullptr
                                      ? static_cast<std::size_t>(value - dataset.values.data())
                                      : dataset.colours.size();
        const bool is_there = place < dataset.colours.size() && !dataset.colours[place].empty();
        json_.raw(is_there ? dataset.colours[place] : otherwise);
      });
    }
    // It has nothing at labels of other datasets.
    const bool lacks_labels = column != nullptr && has_any_point(dataset) &&
                              (column->size() < grid_.labels.size() ||
                               std::find(column->begin(), column->end(), nullptr) != column->end());
    if (lacks_labels && find_setting(dataset.settings, "spans") == nullptr)
      json_.member("spans", true);
  }

  JsonWriter& json_;
  const Chart& chart_;
  const ChartGrid& grid_;
  const ChartKind kind_;
  const DrawnAxes across_;                     // the axis of the labels, or of x
  const DrawnAxes along_;                      // those of the values
  Scale scale_ = Scale::labels;                // of that across
  std::vector<std::optional<double>> places_;  // of the labels, on an axis of numbers or times
};

}  // namespace

void write_drawing(JsonWriter& json, const Chart& chart, const ChartGrid& grid, ChartKind kind,
                   std::string_view description) {
  ChartDrawing(json, chart, grid, kind).write(description);
}

void write_look(JsonWriter& json, const Chart& chart) {
  const ChartGrid grid = arrange(chart);
  ChartDrawing(json, chart, grid, chart.kind.value_or(ChartKind::bar)).write_look();
}

std::vector<std::string> value_axis_suffixes(const Chart& chart, html::Language language) {
  std::vector<std::string> suffixes(chart.datasets.size());
  if (!has_axes(chart.kind)) return suffixes;
  const DrawnAxes axes(chart, chart.is_horizontal ? 'x' : 'y');
  if (axes.count() < 2) return suffixes;
  std::transform(chart.datasets.begin(), chart.datasets.end(), suffixes.begin(),
                 [&](const ChartDataset& dataset) {
                   const std::size_t place = axes.place_of(dataset);
                   const std::string& title = axes.axis(place).title;
                   std::string text(kAxesOfSides.at(axes.side_of(place)).in(language));
                   if (!title.empty()) text += ": " + title;
                   return " (" + text + ")";
                 });
  return suffixes;
}

}  // namespace templates
