#include "templates/chart/reader/series_options.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/text/text.h"
#include "templates/chart/reader/chart_options.h"
#include "templates/chart/reader/chartjs.h"

namespace templates {
namespace {

using core::JsonValue;
using enum core::JsonType;

bool is_line(std::optional<ChartKind> kind) {
  return kind == ChartKind::line || kind == ChartKind::area;
}

// A colour by name or number, and no gradient or pattern.
std::optional<JsonValue> find_colour(JsonValue holder, std::string_view name, Reading& fields) {
  const auto colour = holder.find(name);
  return colour && is_colour(*colour) ? fields.find(holder, name) : std::nullopt;
}

void set_colour(ChartDataset& dataset, std::optional<ChartKind> kind, std::string_view json) {
  add_setting(dataset.settings, "lineColours", std::string(json));
  if (!is_line(kind)) add_setting(dataset.settings, "colours", std::string(json));
}

std::string quoted_name(JsonValue member) {
  constexpr std::size_t kLongest = 40;
  return '"' + std::string(core::first_code_points(member.name(), kLongest)) + '"';
}

}  // namespace

// Whether it is one of times. Unknown members stay unread, so that they are noted.
bool SeriesOptions::read_type(JsonValue axis, ChartAxis& read, bool has_labels) {
  const auto type = axis.find("type");
  const std::string name = type ? type->string() : std::string();
  const bool is_time = has_labels && (name == "datetime" || name == "time");
  const bool is_logarithmic = name == "logarithmic" || name == "log" ||
                              fields_.is_true(axis, "logarithmic") ||
                              (axis.find("scale") && axis.find("scale")->string() == "log");
  if (const auto scale = axis.find("scale"); scale && scale->string() == "log")
    fields_.take(*scale);
  if (is_time) chart_.has_times = true;
  if (is_logarithmic && !is_time) read.scale = ChartAxis::Scale::logarithmic;
  const bool is_known = is_logarithmic || is_time || name == "category" || name == "value" ||
                        name == "linear" || name == "numeric" || name == "number";
  if (type && is_known) fields_.take(*type);
  return is_time;
}

// Also as Recharts has them: domain: [0, "auto"].
void SeriesOptions::read_ends(JsonValue axis, ChartAxis& read, bool is_time) {
  const auto set = [&](std::string& end, JsonValue value) {
    if (!value.number() && !(is_time && value.is(string))) return false;
    end = value.text();
    return true;
  };
  if (const auto least = axis.find("min"); least && set(read.least, *least)) fields_.take(*least);
  if (const auto most = axis.find("max"); most && set(read.most, *most)) fields_.take(*most);
  const auto domain = axis.find("domain");
  if (!domain || !domain->is(array)) return;
  bool is_read = domain->size() == 2;
  bool is_first = true;
  for (const JsonValue& end : *domain) {
    std::string& own = std::exchange(is_first, false) ? read.least : read.most;
    is_read = is_read && (set(own, end) || end.string() == "auto");
  }
  if (is_read) fields_.take(*domain);
}

void SeriesOptions::read_axis(JsonValue axis, Axes& axes, bool is_main) {
  fields_.take(axis);
  ChartAxis read;
  read.direction = axes.direction;
  const std::string number = axes.count == 0 ? std::string() : std::to_string(axes.count + 1);
  read.name = axes.direction + number;
  const bool is_time = read_type(axis, read, (axes.direction == 'y') == chart_.is_horizontal);
  read_ends(axis, read, is_time);
  for (const std::string_view name : {"reversed", "inverse", "reverse"})
    if (fields_.is_true(axis, name)) add_setting(read.settings, "reversed", "true");
  const bool is_hidden = fields_.truth(axis, "visible") == false ||
                         fields_.truth(axis, "show") == false || fields_.is_true(axis, "hide");
  if (is_hidden) add_setting(read.settings, "hidden", "true");
  for (const std::string_view name : {"position", "orientation"}) {
    const std::string side = fields_.text(axis, name);
    if (side == "right" || side == "top" || side == "left" || side == "bottom") read.side = side;
  }
  if (fields_.is_true(axis, "opposite")) read.side = axes.direction == 'y' ? "right" : "top";
  read.title = read_chart_title(axis.find("title"), fields_, values_);
  for (const std::string_view name : {"name", "label"})
    if (read.title.empty()) read.title = fields_.text(axis, name);
  for (const std::string_view name : {"labels", "axisLabel"}) fields_.object(axis, name);
  if (const std::string id = fields_.text(axis, "id"); !id.empty())
    axes.by_name.emplace(id, axes.count);
  for (const std::string& series : fields_.texts(axis, "seriesName"))
    axes.by_name.emplace(series, axes.count);
  if (is_main) (axes.direction == 'x' ? chart_.x_title : chart_.y_title) = read.title;
  chart_.axes.push_back(std::move(read));
  ++axes.count;
}

void SeriesOptions::read_axes(JsonValue source, Axes& axes, std::string_view name) {
  const auto given = source.find(name);
  // A text may name a key of records.
  if (!given || !(given->is(object) || given->is(array))) return;
  fields_.take(*given);
  if (given->is(object)) return read_axis(*given, axes, true);
  for (const JsonValue& axis : *given)
    if (axis.is(object) && axes.count < kMaximumAxes) read_axis(axis, axes, axes.count == 0);
  // ApexCharts gives each series an axis, in order.
  if (name == "yaxis" && axes.count > 1 && axes.by_name.empty()) is_axis_for_each_series_ = true;
}

void SeriesOptions::read_plot_options(JsonValue options) {
  for (const JsonValue& kind : options) {
    fields_.take(kind);
    fields_.object(kind, "dataLabels");
    const auto stacking = kind.find("stacking");
    if (stacking && stacking->is(string)) chart_.stacked = true;
    if (stacking && stacking->string() == "normal") fields_.take(*stacking);
    if (const auto first = fields_.number(kind, "pointStart")) first_place_ = first;
    if (const auto step = fields_.number(kind, "pointInterval")) step_ = step;
    if (chart_.kind == ChartKind::bar && fields_.is_true(kind, "horizontal")) {
      chart_.kind = ChartKind::horizontal_bar;
      chart_.is_horizontal = true;
    }
  }
}

void SeriesOptions::read(JsonValue source, bool has_labels_along_y, bool has_options) {
  has_options_ = has_options;
  if (chart_.kind == ChartKind::horizontal_bar) chart_.is_horizontal = true;
  if (const auto options = fields_.object(source, "plotOptions")) read_plot_options(*options);
  if (const auto chart = fields_.object(source, "chart")) {
    if (fields_.is_true(*chart, "stacked")) chart_.stacked = true;
  }
  // The labels of horizontal bars are along y, whatever their axis is called.
  const bool is_turned = chart_.is_horizontal && !has_labels_along_y;
  x_.direction = is_turned ? 'y' : 'x';
  y_.direction = is_turned ? 'x' : 'y';
  if (chart_.axes.empty()) {
    for (const std::string_view name : {"xAxis", "xaxis"}) read_axes(source, x_, name);
    for (const std::string_view name : {"yAxis", "yaxis"}) read_axes(source, y_, name);
  }
  for (const std::string_view name : {"colors", "color"}) {
    const auto colours = source.find(name);
    if (!colours || !colours->is(array)) continue;
    fields_.take(*colours);
    for (const JsonValue& colour : *colours)
      if (is_colour(colour)) palette_.push_back(colour.text());
  }
  if (const auto legend = fields_.object(source, "legend")) {
    const bool is_hidden =
        fields_.truth(*legend, "show") == false || fields_.truth(*legend, "enabled") == false;
    if (is_hidden) add_setting(chart_.settings, "legend", R"({"hidden":true})");
  }
  if (const auto title = source.find("title");
      title && title->is(object) && chart_.subtitle.empty())
    chart_.subtitle = fields_.text(*title, "subtext");
  if (const auto subtitle = source.find("subtitle"); chart_.subtitle.empty())
    chart_.subtitle = read_chart_title(subtitle, fields_, values_);
  if (const auto stroke = fields_.object(source, "stroke")) curve_ = fields_.text(*stroke, "curve");
  // Their members mostly concern their look and interaction.
  for (const std::string_view name : {"grid", "tooltip", "dataLabels"})
    fields_.object(source, name);
}

bool SeriesOptions::is_filled(JsonValue series) {
  return fields_.object(series, "areaStyle").has_value();
}

void SeriesOptions::choose_axis(JsonValue series, std::size_t place, ChartDataset& dataset) {
  std::optional<std::size_t> chosen;
  if (const auto own = y_.by_name.find(dataset.label); own != y_.by_name.end())
    chosen = own->second;
  if (is_axis_for_each_series_ && place < y_.count) chosen = place;
  for (const std::string_view name : {"yAxis", "yAxisIndex"}) {
    const auto axis = series.find(name);
    if (!axis) continue;
    const auto by_name = y_.by_name.find(axis->string());
    const double number = axis->number().value_or(-1);
    if (axis->is(string) && by_name != y_.by_name.end()) chosen = by_name->second;
    // The first axis exists even without a description, and so does one on the right.
    else if (number == 0 || number == 1 || (number > 0 && number < static_cast<double>(y_.count)))
      chosen = static_cast<std::size_t>(number);
    else
      continue;
    fields_.take(*axis);
  }
  if (!chosen || *chosen == 0) return;
  std::string& own = y_.direction == 'y' ? dataset.y_axis : dataset.x_axis;
  if (own.empty()) own = y_.direction + std::to_string(*chosen + 1);
}

void SeriesOptions::read_colours(JsonValue series, std::optional<ChartKind> kind,
                                 ChartDataset& dataset) {
  if (const auto area = series.find("areaStyle"))
    if (const auto colour = find_colour(*area, "color", fields_))
      add_setting(dataset.settings, "colours", std::string(colour->text()));
  for (const std::string_view holder : {"lineStyle", "itemStyle"})
    if (const auto found = series.find(holder); found && found->is(object)) {
      fields_.take(*found);
      if (const auto colour = find_colour(*found, "color", fields_))
        set_colour(dataset, kind, colour->text());
    }
  if (const auto colour = find_colour(series, "color", fields_))
    set_colour(dataset, kind, colour->text());
}

// Their colours. Other members than those with values are noted, each once.
void SeriesOptions::read_points(JsonValue series, ChartDataset& dataset) {
  static const std::set<std::string_view> kRead{"x",     "y",     "z",         "r",       "value",
                                                "label", "name",  "category",  "amount",  "count",
                                                "id",    "color", "itemStyle", "emphasis"};
  const auto data = series.find("data");
  if (!data || !data->is(array)) return;
  const std::size_t count = dataset.values.size();
  std::size_t place = 0;
  for (const JsonValue& point : *data) {
    if (place == count) break;
    ++place;
    if (!point.is(object)) continue;
    std::optional<JsonValue> colour;
    for (const JsonValue& member : point) {
      if (member.is_named("color") && member.is(string)) colour = member;
      if (member.is_named("itemStyle")) colour = find_colour(member, "color", fields_);
      const bool is_read = kRead.contains(member.name());
      if (!is_read && chart_.unsupported.size() < kMaximumUnsupportedParts && !member.is(null))
        note_unsupported(chart_, quoted_name(member) + " of a single point is not supported here",
                         member);
    }
    if (!colour) continue;
    dataset.colours.resize(place);
    dataset.colours.back() = colour->text();
  }
}

// A pie with a hole.
void SeriesOptions::read_ring(JsonValue series, std::optional<ChartKind>& kind,
                              ChartDataset& dataset) {
  if (kind != ChartKind::pie && kind != ChartKind::doughnut) return;
  std::optional<JsonValue> hole = series.find("innerSize");
  if (const auto radius = series.find("radius")) {
    fields_.take_all(*radius);
    // They depend on the page's width.
    std::erase_if(dataset.settings, [](const auto& one) { return one.name == "outerRadius"; });
    if (radius->is(array) && radius->size() == 2) hole = *radius->begin();
  }
  if (!hole || hole->text() == "0" || hole->string() == "0%") return;
  fields_.take(*hole);
  if (chart_.kind == kind) chart_.kind = ChartKind::doughnut;
  kind = ChartKind::doughnut;
}

// pointStart and pointInterval stand for the places of values.
void SeriesOptions::number_points(JsonValue series, ChartDataset& dataset) {
  const auto first = fields_.number(series, "pointStart");
  const auto step = fields_.number(series, "pointInterval");
  if ((!first && !first_place_) || !chart_.labels.empty()) return;
  const bool have_places =
      std::any_of(dataset.values.begin(), dataset.values.end(), [](const ChartValue& value) {
        return !std::holds_alternative<double>(value) && !is_missing(value);
      });
  if (have_places) return;
  double place = first ? *first : *first_place_;
  for (ChartValue& value : dataset.values) {
    const auto* const y = std::get_if<double>(&value);
    value = ChartPoint{place, y != nullptr ? std::optional(*y) : std::nullopt, std::nullopt};
    place += step ? *step : step_.value_or(1);
  }
}

void SeriesOptions::read_dataset(JsonValue series, std::size_t place, std::optional<ChartKind> kind,
                                 ChartDataset& dataset) {
  choose_axis(series, place, dataset);
  read_colours(series, kind, dataset);
  take_palette(place, kind, dataset);
}

void SeriesOptions::read_series(JsonValue series, std::size_t place, std::optional<ChartKind>& kind,
                                ChartDataset& dataset) {
  if (fields_.truth(series, "visible") == false) add_setting(dataset.settings, "hidden", "true");
  if (const auto stacking = series.find("stacking"); stacking && stacking->is(string)) {
    chart_.stacked = true;
    if (stacking->string() == "normal") fields_.take(*stacking);
  }
  if (series.find("stack") && !has_options_) chart_.stacked = true;
  for (const std::string_view name : {"label", "dataLabels"}) fields_.object(series, name);
  read_points(series, dataset);
  if (is_line(kind)) {
    if (curve_ == "smooth") add_setting(dataset.settings, "tension", "0.4");
    if (curve_ == "stepline") add_setting(dataset.settings, "steps", R"("before")");
    read_series_settings(series, fields_, dataset.settings);
  }
  read_ring(series, kind, dataset);
  number_points(series, dataset);
  read_dataset(series, place, kind, dataset);
}

void SeriesOptions::take_palette(std::size_t place, std::optional<ChartKind> kind,
                                 ChartDataset& dataset) const {
  if (palette_.empty()) return;
  if (kind && !has_axes(kind) && kind != ChartKind::radar) {
    dataset.colours.resize(std::max(dataset.colours.size(), dataset.values.size()));
    for (std::size_t i = 0; i < dataset.colours.size(); ++i)
      if (dataset.colours[i].empty()) dataset.colours[i] = palette_[i % palette_.size()];
  } else if (find_setting(dataset.settings, "colours") == nullptr &&
             find_setting(dataset.settings, "lineColours") == nullptr) {
    set_colour(dataset, kind, palette_[place % palette_.size()]);
  }
}

}  // namespace templates
