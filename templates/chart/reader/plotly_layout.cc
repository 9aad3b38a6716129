#include "templates/chart/reader/plotly_layout.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/text/json_writer.h"
#include "core/text/text.h"
#include "templates/chart/chart_table.h"
#include "templates/chart/reader/chart_options.h"
#include "templates/chart/reader/chartjs.h"
#include "templates/markdown/named_texts.h"

namespace templates {
namespace {

using core::JsonValue;
using enum core::JsonType;

constexpr std::string_view kSubplots =
    "subplots are not drawn apart: their traces stand in one drawing";

// The JSON text of a place on an axis.
std::string place_text(JsonValue place, bool is_logarithmic) {
  const auto number = place.number();
  if (!number || !is_logarithmic) return std::string(place.text());
  // The range of a logarithmic axis has exponents.
  core::JsonWriter json;
  json.value(std::pow(10.0, std::clamp(*number, -300.0, 300.0)));
  return json.text();
}

// xaxis2 is x2 to traces.
std::string short_name(const std::string& name) {
  constexpr std::size_t kLength = std::string_view("xaxis").size();
  return name.front() + name.substr(kLength);
}

bool is_axis(std::string_view name) {
  if (!name.starts_with("xaxis") && !name.starts_with("yaxis")) return false;
  return name.find_first_not_of("0123456789", std::string_view("xaxis").size()) ==
         std::string_view::npos;
}

// Adds what the character reference at the beginning stands for, or else the "&", and returns the
// bytes that it takes.
std::size_t take_reference(std::string_view markup, std::string& text) {
  constexpr std::size_t kLongest = 40;
  const std::size_t end = markup.substr(0, kLongest).find(';');
  if (end != std::string_view::npos) {
    if (const auto character = decode_entity(markup.substr(0, end + 1))) {
      text += *character;
      return end + 1;
    }
  }
  text += '&';
  return 1;
}

}  // namespace

// Linear, as the end of a tag is searched once, and that of a reference is near.
std::string text_of_markup(std::string_view markup) {
  std::string text;
  bool has_open_tag = false;
  for (std::size_t at = markup.find_first_of("<&"); at != std::string_view::npos;
       at = markup.find_first_of("<&")) {
    text += markup.substr(0, at);
    markup.remove_prefix(at);
    if (markup.front() == '&') {
      markup.remove_prefix(take_reference(markup, text));
      continue;
    }
    const bool begins_tag = !has_open_tag && markup.size() > 1 &&
                            (core::is_letter_or_digit(markup[1]) || markup[1] == '/');
    const std::size_t end = begins_tag ? markup.find('>') : 0;
    has_open_tag = has_open_tag || end == std::string_view::npos;
    if (!begins_tag || has_open_tag) {
      text += '<';
      markup.remove_prefix(1);
      continue;
    }
    if (markup.starts_with("<br")) text += ' ';
    markup.remove_prefix(end + 1);
  }
  return text.append(markup);
}

std::string PlotlyLayout::read_title(JsonValue holder) {
  return text_of_markup(read_chart_title(holder.find("title"), fields_, values_));
}

// A further x axis begins a separate drawing, and so does a y axis that does not overlay another.
void PlotlyLayout::list_axis(JsonValue axis) {
  const std::string name = short_name(axis.name());
  fields_.take(axis);
  if (name == "x" || name == "y") {
    axes_.emplace(name, axis);
    return;
  }
  const bool is_overlaid = name.front() == 'y' && !fields_.text(axis, "overlaying").empty();
  if (!is_overlaid) note_unsupported(chart_, kSubplots, axis);
  const bool has_own_scale = name.front() == 'y' && (is_overlaid || !axis.find("matches"));
  if (has_own_scale && axes_.size() < kMaximumAxes)
    axes_.emplace(name, axis);
  else
    fields_.take_all(axis);
}

void PlotlyLayout::read(JsonValue layout) {
  fields_.take(layout);
  chart_.title = read_title(layout);
  if (const auto title = layout.find("title"))
    if (const auto subtitle = fields_.find(*title, "subtitle"))
      chart_.subtitle = text_of_markup(fields_.text(*subtitle, "text"));
  for (const JsonValue& member : layout)
    if (member.is(object) && is_axis(member.name())) list_axis(member);
  const auto mode = layout.find("barmode");
  const std::string bars = mode ? mode->string() : std::string();
  if (bars == "stack" || bars == "relative") {
    chart_.stacked = true;
    fields_.take(*mode);
  }
  if (bars == "overlay") overlay_ = mode;
  if (const auto colours = layout.find("colorway"); colours && colours->is(array)) {
    fields_.take(*colours);
    for (const JsonValue& colour : *colours)
      if (is_colour(colour)) colours_.push_back(colour.text());
  }
  if (const auto legend = layout.find("legend"); legend && legend->is(object))
    fields_.take(*legend);
  if (fields_.truth(layout, "showlegend") == false)
    add_setting(chart_.settings, "legend", R"({"hidden":true})");
}

bool PlotlyLayout::overlays_bars() {
  if (overlay_) fields_.take(*overlay_);
  return overlay_.has_value();
}

std::string_view PlotlyLayout::axis_of(const std::string& name) const {
  const auto found = axes_.find(name);
  return found == axes_.end() || name == "y" || name.front() != 'y' ? std::string_view()
                                                                    : found->first;
}

void PlotlyLayout::read_range(JsonValue axis, bool has_labels, ChartAxis& read) {
  bool is_reversed = false;
  if (const auto automatic = axis.find("autorange")) {
    is_reversed = automatic->string() == "reversed";
    if (is_reversed || automatic->is(boolean)) fields_.take(*automatic);
  }
  const auto range = axis.find("range");
  if (range && range->is(array) && range->size() == 2 && !has_labels) {
    const JsonValue first = *range->begin();
    const JsonValue last = *++range->begin();
    const auto is_end = [](JsonValue end) {
      return end.number() || end.is(string) || end.is(null);
    };
    if (is_end(first) && is_end(last)) {
      const bool is_logarithmic = read.scale == ChartAxis::Scale::logarithmic;
      fields_.take(*range);
      if (!first.is(null)) read.least = place_text(first, is_logarithmic);
      if (!last.is(null)) read.most = place_text(last, is_logarithmic);
      const bool are_numbers = first.number() && last.number();
      const bool is_backwards =
          are_numbers ? *first.number() > *last.number()
                      : first.is(string) && last.is(string) && first.string() > last.string();
      if (is_backwards) std::swap(read.least, read.most);
      is_reversed = is_reversed || is_backwards;
    }
  }
  if (is_reversed) add_setting(read.settings, "reversed", "true");
}

void PlotlyLayout::read_axis(const std::string& name, char direction, JsonValue axis) {
  ChartAxis read{name, direction};
  const auto type = axis.find("type");
  const std::string type_name = type ? type->string() : std::string();
  if (type_name == "log") read.scale = ChartAxis::Scale::logarithmic;
  if (type_name == "log" || type_name == "linear" || type_name == "-" || type_name == "category" ||
      type_name == "date")
    fields_.take(*type);
  const bool is_of_labels = (direction == 'y') == (chart_.kind == ChartKind::horizontal_bar);
  read_range(axis, is_of_labels && !shows_points(chart_), read);
  read.side = fields_.text(axis, "side");
  if (fields_.truth(axis, "visible") == false) add_setting(read.settings, "hidden", "true");
  read.title = read_title(axis);
  if (name == "x") chart_.x_title = read.title;
  if (name == "y") chart_.y_title = read.title;
  chart_.axes.push_back(std::move(read));
}

void PlotlyLayout::read_axes() {
  for (const auto& [name, axis] : axes_) read_axis(name, name.front(), axis);
}

}  // namespace templates
