#include "templates/chart/reader/plotly_figure.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "core/text/ascii.h"
#include "templates/chart/reader/chart_options.h"
#include "templates/chart/reader/plotly_column.h"
#include "templates/chart/reader/unsupported_part.h"

namespace templates {
namespace {

using core::ContentReader;
using core::JsonValue;
using enum core::JsonType;

constexpr std::string_view kNotDrawn = "traces of this type are not drawn";

// What Plotly Express gives to traces whose colour nobody has chosen. They get the page's colours,
// which suit a dark page too.
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

// Plotly's texts may have line breaks and a few tags. Linear: the end of a tag is looked for once.
std::string without_tags(std::string_view text) {
  std::string plain;
  for (std::size_t tag = text.find('<'); tag != std::string_view::npos; tag = text.find('<')) {
    plain += text.substr(0, tag);
    text.remove_prefix(tag);
    const bool begins_tag =
        text.size() > 1 && (core::is_letter_or_digit(text[1]) || text[1] == '/');
    const std::size_t end = begins_tag ? text.find('>') : 0;
    if (end == std::string_view::npos) break;
    if (!begins_tag)
      plain += '<';
    else if (text.starts_with("<br"))
      plain += ' ';
    text.remove_prefix(end + 1);
  }
  return plain.append(text);
}

class FigureReader {
 public:
  FigureReader(ContentReader& fields, ChartValueReader& values, Chart& chart)
      : fields_(fields), values_(values), chart_(chart), is_kind_given_(chart.kind) {}

  bool read(JsonValue figure);

 private:
  void read_layout(JsonValue layout);
  std::string read_title(JsonValue holder) {
    return without_tags(read_chart_title(holder.find("title"), fields_, values_));
  }
  void read_trace(JsonValue trace);
  void read_pie(JsonValue trace);
  std::optional<ChartKind> kind_of(JsonValue trace, const PlotlyColumn& x) const;
  ChartValue value_at(const PlotlyColumn& places, const PlotlyColumn& lengths,
                      const PlotlyColumn& sizes, std::size_t i);
  void read_names(JsonValue trace, ChartDataset& dataset);
  void add(JsonValue trace, ChartKind kind, const PlotlyColumn& places, const PlotlyColumn& lengths,
           const PlotlyColumn& sizes);

  ContentReader& fields_;
  ChartValueReader& values_;
  Chart& chart_;
  const bool is_kind_given_;
  std::size_t values_left_ = kMaximumChartValues;
  bool has_too_much_ = false;
};

void FigureReader::read_layout(JsonValue layout) {
  chart_.title = read_title(layout);
  if (const auto title = layout.find("title"))
    if (const auto subtitle = title->find("subtitle"))
      chart_.subtitle = without_tags(text_in(*subtitle, "text"));
  if (const auto axis = layout.find("xaxis")) chart_.x_title = read_title(*axis);
  if (const auto axis = layout.find("yaxis")) chart_.y_title = read_title(*axis);
  const std::string bars = text_in(layout, "barmode");
  if (bars == "stack" || bars == "relative") chart_.stacked = true;
}

// Nothing if it is not drawn.
std::optional<ChartKind> FigureReader::kind_of(JsonValue trace, const PlotlyColumn& x) const {
  const std::string type = text_in(trace, "type");
  if (type.empty() && !trace.find("mode") && is_kind_given_) return chart_.kind;
  if (type == "bar")
    return text_in(trace, "orientation") == "h" ? ChartKind::horizontal_bar : ChartKind::bar;
  if (!type.empty() && type != "scatter" && type != "scattergl") return std::nullopt;
  const std::string fill = text_in(trace, "fill");
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
    point.x = std::string_view(chart_.texts.emplace_back(*text));
  else
    point.x = std::get<double>(place);
  return point;
}

std::optional<std::string_view> chosen_colour(JsonValue holder, std::string_view name) {
  const auto colour = holder.find(name);
  if (!colour || !colour->is(string)) return std::nullopt;
  const bool is_default = std::find(kColoursOfPlotly.begin(), kColoursOfPlotly.end(),
                                    colour->text()) != kColoursOfPlotly.end();
  return is_default ? std::nullopt : std::optional(colour->text());
}

std::vector<ChartStyle> styles_of(JsonValue trace, ChartKind kind) {
  std::vector<ChartStyle> styles;
  std::optional<std::string_view> colour;
  for (const std::string_view holder : {"line", "marker"})
    if (const auto found = trace.find(holder); found && !colour)
      colour = chosen_colour(*found, "color");
  if (colour) {
    styles.push_back({"borderColor", *colour});
    if (kind != ChartKind::area) styles.push_back({"backgroundColor", *colour});
  }
  if (text_in(trace, "visible") == "legendonly") styles.push_back({"hidden", "true"});
  if (kind == ChartKind::line && !has_lines(trace)) styles.push_back({"showLine", "false"});
  return styles;
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
      dataset.names.push_back(name != nullptr
                                  ? std::string_view(chart_.texts.emplace_back(without_tags(*name)))
                                  : std::string_view());
    }
    return;
  }
}

// The first trace's kind is the chart's.
void FigureReader::add(JsonValue trace, ChartKind kind, const PlotlyColumn& places,
                       const PlotlyColumn& lengths, const PlotlyColumn& sizes) {
  has_too_much_ = lengths.size() > values_left_;
  if (has_too_much_) return;
  values_left_ -= lengths.size();
  if (!chart_.kind) chart_.kind = kind;
  ChartDataset dataset{without_tags(text_in(trace, "name")), {}, {}, styles_of(trace, kind)};
  if (chart_.kind != kind) dataset.kind = kind;
  dataset.values.reserve(lengths.size());
  for (std::size_t i = 0; i < lengths.size(); ++i)
    dataset.values.push_back(value_at(places, lengths, sizes, i));
  read_names(trace, dataset);
  chart_.datasets.push_back(std::move(dataset));
}

void FigureReader::read_pie(JsonValue trace) {
  const PlotlyColumn labels = PlotlyColumn::read(trace, "labels", fields_);
  const PlotlyColumn shares = PlotlyColumn::read(trace, "values", fields_);
  const auto hole = trace.find("hole");
  const bool is_ring = hole && hole->number().value_or(0) > 0;
  add(trace, is_ring ? ChartKind::doughnut : ChartKind::pie, labels, shares, {});
}

void FigureReader::read_trace(JsonValue trace) {
  const auto visible = trace.find("visible");
  if (visible && visible->text() == "false") return;
  if (text_in(trace, "type") == "pie") return read_pie(trace);
  PlotlyColumn places = PlotlyColumn::read(trace, "x", fields_);
  PlotlyColumn lengths = PlotlyColumn::read(trace, "y", fields_);
  const auto kind = kind_of(trace, places);
  if (!kind || (lengths.empty() && places.empty()))
    return note_unsupported(chart_, kNotDrawn, trace);
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
  for (const std::string_view name : {"error_x", "error_y"})
    if (const auto errors = trace.find(name); errors && errors->is(object))
      note_unsupported(chart_, "error bars are not drawn", *errors);
  if (trace.find("stackgroup")) chart_.stacked = true;
  add(trace, *kind, places, lengths, sizes);
}

bool FigureReader::read(JsonValue figure) {
  if (const auto layout = figure.find("layout")) read_layout(*layout);
  const auto traces = figure.find("data");
  for (const JsonValue& trace : *traces) {
    read_trace(trace);
    if (has_too_much_) return false;
  }
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

bool read_plotly_figure(JsonValue figure, ContentReader& fields, ChartValueReader& values,
                        Chart& chart) {
  return FigureReader(fields, values, chart).read(figure);
}

}  // namespace templates
