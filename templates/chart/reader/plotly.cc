#include "templates/chart/reader/plotly.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/text/encodings.h"
#include "core/text/text.h"
#include "templates/chart/chart_content.h"
#include "templates/chart/chart_times.h"
#include "templates/chart/reader/chart_options.h"
#include "templates/chart/reader/chart_values.h"
#include "templates/chart/reader/plotly_layout.h"
#include "templates/chart/reader/reading.h"

namespace templates {
namespace {

using core::JsonValue;
using enum core::JsonType;

static_assert(std::endian::native == std::endian::little);

template <typename Number>
std::optional<std::vector<double>> numbers_in(std::string_view bytes) {
  if (bytes.size() % sizeof(Number) != 0) return std::nullopt;
  std::vector<double> numbers(bytes.size() / sizeof(Number));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    Number number;
    std::memcpy(&number, bytes.data() + i * sizeof(Number), sizeof number);
    numbers[i] = static_cast<double>(number);
  }
  return numbers;
}

// Whether the time after a date is midnight: "T00:00:00.000000000", with or without an offset.
bool is_midnight(std::string_view time) {
  return std::none_of(time.begin(), time.end(), [](char c) { return c >= '1' && c <= '9'; });
}

std::string without_nanoseconds(std::string_view date) {
  constexpr std::size_t kMilliseconds = 4;  // with the dot
  const std::size_t dot = date.find('.', kDateLength);
  if (dot == std::string_view::npos) return std::string(date);
  std::size_t end = dot + 1;
  while (end < date.size() && core::is_digit(date[end])) ++end;
  const std::string_view fraction = date.substr(dot, std::min(end - dot, kMilliseconds));
  const bool is_whole = fraction.find_first_not_of(".0") == std::string_view::npos;
  return std::string(date.substr(0, dot)) + std::string(is_whole ? "" : fraction) +
         std::string(date.substr(end));
}

}  // namespace

std::optional<std::vector<double>> read_packed_numbers(JsonValue value) {
  const auto type = value.find("dtype");
  const auto data = value.find("bdata");
  if (!type || !data || !data->is(string)) return std::nullopt;
  const auto bytes = core::from_base64(data->string());
  if (!bytes) return std::nullopt;
  const std::string name = type->string();
  if (name == "f8") return numbers_in<double>(*bytes);
  if (name == "f4") return numbers_in<float>(*bytes);
  if (name == "i4") return numbers_in<std::int32_t>(*bytes);
  if (name == "i2") return numbers_in<std::int16_t>(*bytes);
  if (name == "i1") return numbers_in<std::int8_t>(*bytes);
  if (name == "u4") return numbers_in<std::uint32_t>(*bytes);
  if (name == "u2") return numbers_in<std::uint16_t>(*bytes);
  if (name == "u1" || name == "u1c") return numbers_in<std::uint8_t>(*bytes);
  return std::nullopt;
}

bool PlotlyColumn::is_one(JsonValue value) {
  return value.is(array) || (value.find("dtype") && value.find("bdata"));
}

PlotlyColumn PlotlyColumn::read(JsonValue trace, std::string_view name, Reading& fields) {
  PlotlyColumn column;
  const auto member = trace.find(name);
  if (!member || !is_one(*member)) return column;
  fields.take_all(*member);
  if (member->is(object)) {
    const auto numbers = read_packed_numbers(*member);
    if (!numbers) {
      fields.fail(*member, "must have numbers in base64 in bdata, of the type in dtype: f8, i4, …");
      return column;
    }
    if (numbers->size() > kMaximumChartValues) {
      fields.fail(*member, "must have at most 1,000,000 numbers");
      return column;
    }
    column.places_.reserve(numbers->size());
    for (const double number : *numbers)
      column.places_.push_back(std::isfinite(number) ? Place(number) : Place());
    return column;
  }
  column.places_.reserve(member->size());
  for (const JsonValue& value : *member) {
    if (const auto number = value.number())
      column.places_.emplace_back(*number);
    else if (value.is(string))
      column.places_.emplace_back(value.string());
    else if (value.is(boolean))
      column.places_.emplace_back(std::string(value.text()));
    else
      column.places_.emplace_back();
  }
  return column;
}

std::optional<double> PlotlyColumn::number(std::size_t i) const {
  if (i >= places_.size()) return std::nullopt;
  if (const auto* const number = std::get_if<double>(&places_[i])) return *number;
  const auto* const text = std::get_if<std::string>(&places_[i]);
  return text != nullptr ? number_in_text(*text) : std::nullopt;
}

bool PlotlyColumn::has_numbers_only() const {
  return std::none_of(places_.begin(), places_.end(), [](const Place& place) {
    return std::holds_alternative<std::string>(place);
  });
}

bool PlotlyColumn::has_dates_only() const {
  bool has_date = false;
  for (const Place& place : places_) {
    if (std::holds_alternative<std::monostate>(place)) continue;
    const auto* const text = std::get_if<std::string>(&place);
    if (text == nullptr || !is_date(*text)) return false;
    has_date = true;
  }
  return has_date;
}

void PlotlyColumn::shorten_dates() {
  const bool are_days = std::all_of(places_.begin(), places_.end(), [](const Place& place) {
    const auto* const text = std::get_if<std::string>(&place);
    return text == nullptr || is_midnight(std::string_view(*text).substr(kDateLength));
  });
  for (Place& place : places_) {
    auto* const text = std::get_if<std::string>(&place);
    if (text == nullptr) continue;
    *text = are_days ? text->substr(0, kDateLength) : without_nanoseconds(*text);
  }
}

namespace {

using core::JsonValue;
using enum core::JsonType;

constexpr std::string_view kNotDrawn = "traces of this type are not drawn";

// The default colours of Plotly Express, for traces whose colour was not chosen. They get the
// page's colours, which suit a dark page too.
constexpr std::array<std::string_view, 10> kColoursOfPlotly{
    R"("#636efa")", R"("#EF553B")", R"("#00cc96")", R"("#ab63fa")", R"("#FFA15A")",
    R"("#19d3f3")", R"("#FF6692")", R"("#B6E880")", R"("#FF97FF")", R"("#FECB52")"};

std::string text_in(JsonValue object, std::string_view name) {
  const auto member = object.find(name);
  return member ? member->string() : std::string();
}

// Also by default.
bool has_lines(JsonValue trace) {
  const std::string mode = text_in(trace, "mode");
  return mode.empty() || mode.find("lines") != std::string::npos;
}

class FigureReader {
 public:
  FigureReader(Reading& fields, ChartValueReader& values, Chart& chart)
      : fields_(fields),
        chart_(chart),
        layout_(fields, values, chart),
        is_kind_given_(chart.kind) {}

  bool read(JsonValue figure);

 private:
  void read_trace(JsonValue trace);
  void read_pie(JsonValue trace);
  std::optional<ChartKind> kind_of(JsonValue trace, const PlotlyColumn& x);
  ChartValue value_at(const PlotlyColumn& places, const PlotlyColumn& lengths,
                      const PlotlyColumn& sizes, std::size_t i);
  void read_names(JsonValue trace, ChartDataset& dataset);
  void add(JsonValue trace, ChartKind kind, const PlotlyColumn& places, const PlotlyColumn& lengths,
           const PlotlyColumn& sizes);
  void move_to_bases(JsonValue trace, ChartDataset& dataset);
  void move_to_times(JsonValue trace, ChartDataset& dataset);

  void read_look(JsonValue trace, ChartKind kind, ChartDataset& dataset);
  void read_colours(JsonValue trace, ChartDataset& dataset);

  Reading& fields_;
  Chart& chart_;
  PlotlyLayout layout_;
  const bool is_kind_given_;
  std::size_t values_left_ = kMaximumChartValues;
  bool has_too_much_ = false;
};

// Nothing if it is not drawn.
std::optional<ChartKind> FigureReader::kind_of(JsonValue trace, const PlotlyColumn& x) {
  const std::string type = text_in(trace, "type");
  if (type.empty() && !trace.find("mode") && is_kind_given_) return chart_.kind;
  if (type == "bar")
    return fields_.text(trace, "orientation") == "h" ? ChartKind::horizontal_bar : ChartKind::bar;
  if (!type.empty() && type != "scatter" && type != "scattergl") return std::nullopt;
  const std::string fill = text_in(trace, "fill");
  if (fill == "tozeroy" || fill == "tonexty" || fill == "none") fields_.text(trace, "fill");
  if (trace.find("mode")) fields_.text(trace, "mode");
  if (trace.find("stackgroup") || (!fill.empty() && fill != "none")) return ChartKind::area;
  if (has_lines(trace) || !(x.has_numbers_only() || x.has_dates_only())) return ChartKind::line;
  const auto marker = trace.find("marker");
  const auto size = marker ? marker->find("size") : std::nullopt;
  return size && PlotlyColumn::is_one(*size) ? ChartKind::bubble : ChartKind::scatter;
}

ChartValue FigureReader::value_at(const PlotlyColumn& places, const PlotlyColumn& lengths,
                                  const PlotlyColumn& sizes, std::size_t i) {
  const auto length = lengths.number(i);
  if (places.empty()) return length ? ChartValue(*length) : ChartValue();
  const PlotlyColumn::Place place = places.place(i);
  if (std::holds_alternative<std::monostate>(place)) return {};
  ChartPoint point;
  point.y = length;
  point.r = sizes.number(i);
  if (const auto* const text = std::get_if<std::string>(&place))
    point.x = std::string_view(chart_.texts.emplace_back(text_of_markup(*text)));
  else
    point.x = std::get<double>(place);
  return point;
}

// The colour of all marks. Empty if there is none, or it is a default of Plotly Express.
std::string_view chosen_colour(JsonValue holder, Reading& fields) {
  const auto colour = holder.find("color");
  if (!colour || !is_colour(*colour)) return {};
  fields.take(*colour);
  const bool is_default = std::find(kColoursOfPlotly.begin(), kColoursOfPlotly.end(),
                                    colour->text()) != kColoursOfPlotly.end();
  return is_default ? std::string_view() : colour->text();
}

void FigureReader::read_look(JsonValue trace, ChartKind kind, ChartDataset& dataset) {
  std::vector<ChartSetting>& settings = dataset.settings;
  std::string_view colour;
  for (const std::string_view holder : {"line", "marker"}) {
    const auto found = trace.find(holder);
    if (!found || !found->is(object)) continue;
    fields_.take(*found);
    const std::string_view own = chosen_colour(*found, fields_);
    if (colour.empty()) colour = own;
  }
  if (colour.empty() && !layout_.colours().empty())
    colour = layout_.colours()[chart_.datasets.size() % layout_.colours().size()];
  if (!colour.empty()) {
    settings.push_back({"lineColours", std::string(colour)});
    if (kind != ChartKind::area) settings.push_back({"colours", std::string(colour)});
  }
  if (kind == ChartKind::line && !has_lines(trace)) settings.push_back({"hasLine", "false"});
  read_trace_settings(trace, kind == ChartKind::line || kind == ChartKind::area, fields_, settings);
  if (kind == ChartKind::area && text_in(trace, "fill") == "tonexty" && !trace.find("stackgroup") &&
      !chart_.datasets.empty())
    settings.push_back({"fill", R"("-1")"});
  dataset.y_axis = layout_.axis_of(fields_.text(trace, "yaxis"));
  fields_.text(trace, "xaxis");
}

// One for each mark. Numbers of a colour scale stay unread.
void FigureReader::read_colours(JsonValue trace, ChartDataset& dataset) {
  const auto marker = trace.find("marker");
  if (!marker || !marker->is(object)) return;
  if (const auto pattern = marker->find("pattern"); pattern && pattern->is(object))
    fields_.take(*pattern);
  for (const std::string_view name : {"color", "colors"}) {
    const auto colours = marker->find(name);
    if (!colours || !colours->is(array) ||
        !std::all_of(colours->begin(), colours->end(), is_colour))
      continue;
    fields_.take(*colours);
    for (const JsonValue& colour : *colours)
      if (dataset.colours.size() < dataset.values.size()) dataset.colours.push_back(colour.text());
  }
}

// Numbers are mostly those that the marks show.
void FigureReader::read_names(JsonValue trace, ChartDataset& dataset) {
  for (const std::string_view member : {"hovertext", "text"}) {
    const PlotlyColumn names = PlotlyColumn::read(trace, member, fields_);
    if (names.has_numbers_only()) continue;
    const std::size_t count = std::min(names.size(), dataset.values.size());
    dataset.names.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
      const PlotlyColumn::Place place = names.place(i);
      const auto* const name = std::get_if<std::string>(&place);
      dataset.names.push_back(
          name != nullptr ? std::string_view(chart_.texts.emplace_back(text_of_markup(*name)))
                          : std::string_view());
    }
    return;
  }
}

// Whether bars begin at a time, as those of a timeline: their lengths are in milliseconds.
bool begins_at_times(JsonValue trace, Reading& fields) {
  const auto base = trace.find("base");
  return base &&
         ((base->is(string) && !number_in_text(base->string()) && time_in(base->string())) ||
          PlotlyColumn::read(trace, "base", fields).has_dates_only());
}

// Bars that do not begin at zero are floating bars.
void FigureReader::move_to_bases(JsonValue trace, ChartDataset& dataset) {
  dataset.has_times = begins_at_times(trace, fields_);
  if (dataset.has_times && layout_.overlays_bars())
    dataset.settings.push_back({"grouped", "false"});
  const auto for_all =
      dataset.has_times ? time_in(fields_.text(trace, "base")) : fields_.number(trace, "base");
  const PlotlyColumn bases = PlotlyColumn::read(trace, "base", fields_);
  const auto base_at = [&](std::size_t i) -> std::optional<double> {
    if (for_all || !dataset.has_times) return for_all ? for_all : bases.number(i);
    const PlotlyColumn::Place place = bases.place(i);
    const auto* const text = std::get_if<std::string>(&place);
    return text != nullptr ? time_in(*text) : std::nullopt;
  };
  for (std::size_t i = 0; i < dataset.values.size(); ++i) {
    ChartValue& value = dataset.values[i];
    const auto base = base_at(i);
    auto* const point = std::get_if<ChartPoint>(&value);
    if (!base && dataset.has_times && !is_missing(value)) {
      // A length alone is no time.
      note_unsupported(chart_, "bars without a time at which they begin are not drawn", trace);
      if (point != nullptr)
        point->y.reset();
      else
        value = {};
    }
    if (!base || (*base == 0 && !dataset.has_times)) continue;
    if (auto* const length = std::get_if<double>(&value)) {
      value = ChartRange{std::min(*base, *base + *length), std::max(*base, *base + *length)};
    } else if (point != nullptr && point->y) {
      const double end = *base + *point->y;
      point->low = std::min(*base, end);
      point->y = std::max(*base, end);
    }
  }
}

// The first trace's kind is the chart's.
void FigureReader::add(JsonValue trace, ChartKind kind, const PlotlyColumn& places,
                       const PlotlyColumn& lengths, const PlotlyColumn& sizes) {
  has_too_much_ = lengths.size() > values_left_;
  if (has_too_much_) return;
  values_left_ -= lengths.size();
  if (!chart_.kind) chart_.kind = kind;
  ChartDataset dataset{text_of_markup(fields_.text(trace, "name")), {}, {}, {}};
  read_look(trace, kind, dataset);
  if (chart_.kind != kind) dataset.kind = kind;
  dataset.values.reserve(lengths.size());
  for (std::size_t i = 0; i < lengths.size(); ++i)
    dataset.values.push_back(value_at(places, lengths, sizes, i));
  if (is_bar(kind)) move_to_bases(trace, dataset);
  read_names(trace, dataset);
  read_colours(trace, dataset);
  chart_.datasets.push_back(std::move(dataset));
}

// Slices with the same label are added up; without values each counts as one.
void FigureReader::read_pie(JsonValue trace) {
  const PlotlyColumn labels = PlotlyColumn::read(trace, "labels", fields_);
  const PlotlyColumn shares = PlotlyColumn::read(trace, "values", fields_);
  const auto hole = fields_.number(trace, "hole");
  if (const auto domain = trace.find("domain"); domain && domain->is(object)) fields_.take(*domain);
  const ChartKind kind = hole && *hole > 0 ? ChartKind::doughnut : ChartKind::pie;
  if (labels.empty()) return add(trace, kind, labels, shares, {});
  const bool counts = shares.empty();
  const std::size_t count = counts ? labels.size() : shares.size();
  std::map<PlotlyColumn::Place, std::size_t> slices;
  std::vector<PlotlyColumn::Place> names;
  std::vector<PlotlyColumn::Place> sums;
  for (std::size_t i = 0; i < count; ++i) {
    const PlotlyColumn::Place label = labels.place(i);
    const auto share = counts ? std::optional(1.0) : shares.number(i);
    const auto [slice, is_new] = slices.emplace(label, names.size());
    const bool has_label = !std::holds_alternative<std::monostate>(label);
    if (is_new || !has_label) {
      names.push_back(label);
      sums.push_back(share ? PlotlyColumn::Place(*share) : PlotlyColumn::Place());
    } else if (share) {
      const auto* const sum = std::get_if<double>(&sums[slice->second]);
      sums[slice->second] = (sum != nullptr ? *sum : 0) + *share;
    }
  }
  add(trace, kind, PlotlyColumn(std::move(names)), PlotlyColumn(std::move(sums)), {});
}

void FigureReader::read_trace(JsonValue trace) {
  fields_.take(trace);
  const auto visible = trace.find("visible");
  if (visible && visible->text() == "false") return fields_.take_all(trace);
  if (fields_.text(trace, "type") == "pie") return read_pie(trace);
  PlotlyColumn places = PlotlyColumn::read(trace, "x", fields_);
  PlotlyColumn lengths = PlotlyColumn::read(trace, "y", fields_);
  const auto kind = kind_of(trace, places);
  if (!kind || (lengths.empty() && places.empty())) {
    fields_.take_all(trace);
    return note_unsupported(chart_, kNotDrawn, trace);
  }
  if (kind == ChartKind::horizontal_bar) std::swap(places, lengths);
  if (places.has_dates_only()) {
    places.shorten_dates();
    chart_.has_times = chart_.has_times || !is_bar(kind);
  }
  const auto marker = trace.find("marker");
  const PlotlyColumn sizes = kind == ChartKind::bubble && marker
                                 ? PlotlyColumn::read(*marker, "size", fields_)
                                 : PlotlyColumn();
  if (!sizes.empty())
    chart_.sizes =
        text_in(*marker, "sizemode") == "area" ? BubbleSizes::areas : BubbleSizes::diameters;
  for (const std::string_view name : {"error_x", "error_y"}) {
    const auto errors = trace.find(name);
    if (!errors || !errors->is(object)) continue;
    note_unsupported(chart_, "error bars are not drawn", *errors);
    fields_.take_all(*errors);
  }
  if (fields_.find(trace, "stackgroup")) chart_.stacked = true;
  add(trace, *kind, places, lengths, sizes);
}

bool FigureReader::read(JsonValue figure) {
  if (const auto layout = figure.find("layout")) layout_.read(*layout);
  const auto traces = fields_.find(figure, "data");
  for (const JsonValue& trace : *traces) {
    read_trace(trace);
    if (has_too_much_) return false;
  }
  // A single trace has no entry in a legend.
  if (traces->size() == 1) fields_.truth(*traces->begin(), "showlegend");
  layout_.read_axes();
  return true;
}

}  // namespace

bool is_plotly_figure(JsonValue content) {
  const auto traces = content.find("data");
  if (!traces || !traces->is(array)) return false;
  const auto is_trace = [](const JsonValue& trace) {
    if (text_in(trace, "type") == "pie") return true;
    return std::any_of(trace.begin(), trace.end(), [](const JsonValue& member) {
      return (member.is_named("x") || member.is_named("y") || member.is_named("z")) &&
             PlotlyColumn::is_one(member);
    });
  };
  return std::any_of(traces->begin(), traces->end(), is_trace) &&
         std::all_of(traces->begin(), traces->end(),
                     [](const JsonValue& trace) { return trace.is(object); });
}

bool read_plotly_figure(JsonValue figure, Reading& fields, ChartValueReader& values, Chart& chart) {
  return FigureReader(fields, values, chart).read(figure);
}

}  // namespace templates
