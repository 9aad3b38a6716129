#include "templates/chart/chart_content.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text/text.h"
#include "core/time.h"
#include "templates/chart/chart_times.h"
#include "templates/chart/reader/chart_options.h"
#include "templates/chart/reader/chart_records.h"
#include "templates/chart/reader/chart_values.h"
#include "templates/chart/reader/chartjs.h"
#include "templates/chart/reader/echarts_source.h"
#include "templates/chart/reader/effectless_members.h"
#include "templates/chart/reader/plotly.h"
#include "templates/chart/reader/reading.h"
#include "templates/chart/reader/series_options.h"
#include "templates/chart/vega_lite.h"

namespace templates {
namespace {

using core::JsonValue;
using core::Result;
using enum core::JsonType;

bool is_vega_lite(JsonValue content) {
  const auto schema = content.find("$schema");
  if (schema && schema->string().find("vega-lite") != std::string::npos) return true;
  const auto data = content.find("data");
  return content.find("mark") && content.find("encoding") && data &&
         (data->find("values") || data->find("url"));
}

// The common type of all datasets.
std::optional<JsonValue> type_of_all_datasets(JsonValue source) {
  for (const auto& place : {source.find("data"), std::optional(source)}) {
    for (const std::string_view name : {"datasets", "series"}) {
      const auto datasets = place ? place->find(name) : std::nullopt;
      if (!datasets || !datasets->is(array) || datasets->size() == 0) continue;
      const auto type = datasets->begin()->find("type");
      if (!type || !type->is(string)) return std::nullopt;
      const bool is_same =
          std::all_of(datasets->begin(), datasets->end(), [&](const JsonValue& dataset) {
            const auto own = dataset.find("type");
            return own && own->text() == type->text();
          });
      return is_same ? type : std::nullopt;
    }
  }
  return std::nullopt;
}

bool is_values_by_label(JsonValue data) {
  return data.is(object) && data.size() > 0 &&
         std::all_of(data.begin(), data.end(),
                     [](const JsonValue& value) { return value.is(number); });
}

class ChartReader {
 public:
  Result<std::optional<Chart>> read(JsonValue content);

 private:
  void read_kind(JsonValue content, JsonValue source);
  void read_data(JsonValue source);
  void read_labels(JsonValue source, JsonValue holder);
  void read_datasets(JsonValue datasets, JsonValue source);
  void read_dataset(JsonValue dataset, const EchartsSource* table, std::size_t column);
  std::string read_name(JsonValue dataset);
  void read_plain_values(JsonValue values);
  ChartParsing parsing_of_chart() {
    ChartParsing parsing = read_chart_parsing(std::nullopt, parsing_, chart_.kind, fields_);
    parsing.may_have_times = values_.may_have_times(std::nullopt, chart_.kind);
    return parsing;
  }
  void note_unread(JsonValue source);

  bool has_values() const {
    const auto is_there = [](const ChartValue& value) { return !is_missing(value); };
    return std::any_of(chart_.datasets.begin(), chart_.datasets.end(),
                       [&](const ChartDataset& dataset) {
                         return std::any_of(dataset.values.begin(), dataset.values.end(), is_there);
                       });
  }

  Reading fields_;
  Chart chart_;
  ChartValueReader values_{fields_, chart_};
  SeriesOptions series_options_{fields_, values_, chart_};
  std::optional<JsonValue> parsing_;  // in the options
  bool has_series_ = false;
  bool has_labels_along_y_ = false;
  bool found_data_ = false;     // even if it is empty
  bool found_all_data_ = true;  // of each dataset
};

void ChartReader::read_kind(JsonValue content, JsonValue source) {
  auto type = fields_.find(source, {"type", "chartType"}, {string});
  if (!type) type = fields_.find(content, {"type", "chartType"}, {string});
  if (!type) {
    const auto chart = fields_.find(source, "chart");
    if (chart && chart->is(string)) type = chart;
    if (chart && chart->is(object)) type = fields_.find(*chart, {"type"}, {string});
  }
  if (!type) type = type_of_all_datasets(source);
  if (!type) return;
  chart_.kind_name = type->string();
  chart_.kind = parse_chart_kind(chart_.kind_name);
}

void ChartReader::read_labels(JsonValue source, JsonValue holder) {
  auto labels = fields_.find(holder, {"labels", "categories"}, {array});
  if (!labels) labels = fields_.find(source, {"labels", "categories"}, {array});
  for (const std::string_view axis_name : {"xAxis", "xaxis", "yAxis", "yaxis"}) {
    if (labels) break;
    auto axis = source.find(axis_name);
    if (axis && axis->is(array) && axis->size() > 0) axis = *axis->begin();
    if (!axis) continue;
    labels = fields_.find(*axis, {"categories"}, {array});
    if (const auto data = axis->find("data"); !labels && data && data->is(array)) labels = data;
    has_labels_along_y_ = labels && axis_name.starts_with('y');
    if (has_labels_along_y_ && chart_.kind == ChartKind::bar)
      chart_.kind = ChartKind::horizontal_bar;
  }
  if (!labels) return;
  fields_.take_all(*labels);
  for (const JsonValue& label : *labels) chart_.labels.push_back(values_.read_label(label));
}

// A dataset without a name and options.
void ChartReader::read_plain_values(JsonValue values) {
  ReadChartValues read = values_.read_values(values, chart_.kind, parsing_of_chart());
  fields_.take_all(values);
  chart_.datasets.push_back(
      {{}, {}, std::move(read.values), {}, std::move(read.names), {}, read.are_times, {}, {}});
  series_options_.take_palette(0, chart_.kind, chart_.datasets.back());
}

// Also a plain array of values, which is a dataset of its own.
void ChartReader::read_datasets(JsonValue datasets, JsonValue source) {
  const bool is_plain = datasets.begin() != datasets.end() &&
                        (datasets.begin()->is(number) || datasets.begin()->is(null));
  if (is_plain) return read_plain_values(datasets);
  const std::optional<EchartsSource> table =
      has_series_ ? EchartsSource::read(source, fields_) : std::nullopt;
  std::size_t column = 0;
  for (const JsonValue& dataset : datasets) {
    if (!dataset.is(object)) {
      fields_.fail_type(dataset, "an object");
      continue;
    }
    read_dataset(dataset, table ? &*table : nullptr, column);
    if (!dataset.find("data")) ++column;
  }
}

// In a series of ECharts, label is the text at the marks.
std::string ChartReader::read_name(JsonValue dataset) {
  const auto own = dataset.find("label");
  const bool is_other = has_series_ && own && own->is(object);
  const auto name = is_other ? fields_.find(dataset, {"name"}, {string, number})
                             : fields_.find(dataset, {"label", "name"}, {string, number});
  return name ? core::FieldReader::shown_text(*name) : std::string();
}

// Without its own values, its are those of the next column of a table.
void ChartReader::read_dataset(JsonValue dataset, const EchartsSource* table, std::size_t column) {
  ChartDataset read;
  fields_.take(dataset);
  read.label = read_name(dataset);
  const std::optional<ChartKind> kind_of_chart = chart_.kind;
  std::optional<ChartKind> kind = kind_of_chart;
  if (const auto type = fields_.find(dataset, {"type"}, {string}))
    if (const auto own = parse_chart_kind(type->string())) kind = own;
  // Chart.js has no areas, only filled lines.
  const auto fill = dataset.find("fill");
  const bool is_filled = fill && fill->text() != "false" && !fill->is(null);
  if (kind == ChartKind::line && (is_filled || (has_series_ && series_options_.is_filled(dataset))))
    kind = ChartKind::area;
  const auto data = fields_.find(dataset, {"data", "values"}, {array, object});
  if (data) {
    ChartParsing keys = read_chart_parsing(dataset, parsing_, kind, fields_);
    keys.may_have_times = values_.may_have_times(dataset, kind);
    ReadChartValues own = values_.read_values(*data, kind, keys);
    read.has_times = own.are_times;
    read.values = std::move(own.values);
    read.names = std::move(own.names);
    fields_.take_all(*data);
  } else if (table != nullptr) {
    table->fill(dataset, column, kind, fields_, values_, chart_, read);
  }
  found_all_data_ = found_all_data_ && (data || table != nullptr);
  read.x_axis = fields_.text(dataset, "xAxisID");
  read.y_axis = fields_.text(dataset, "yAxisID");
  read_dataset_settings(dataset, fields_, read.settings);
  const std::size_t place = chart_.datasets.size();
  if (has_series_)
    series_options_.read_series(dataset, place, kind, read);
  else
    series_options_.read_dataset(dataset, place, kind, read);
  if (kind != kind_of_chart) read.kind = kind;
  chart_.datasets.push_back(std::move(read));
}

void ChartReader::read_data(JsonValue source) {
  const auto data = fields_.find(source, {"data"}, {object, array});
  const JsonValue holder = data && data->is(object) ? *data : source;
  read_labels(source, holder);
  series_options_.read(source, has_labels_along_y_, source.find("options").has_value());
  std::optional<JsonValue> datasets;
  for (const JsonValue& place : {holder, source}) {
    if (!datasets) datasets = fields_.find(place, {"datasets"}, {array});
    if (datasets) break;
    datasets = fields_.find(place, {"series"}, {array});
    has_series_ = datasets.has_value();
    if (datasets) break;
    if (const auto values = fields_.find(place, {"values"}, {array, object})) {
      found_data_ = true;
      read_plain_values(*values);
      return;
    }
  }
  if (datasets) {
    found_data_ = true;
    read_datasets(*datasets, source);
  }
  if (chart_.kind && !datasets && data && is_values_by_label(*data)) {
    read_plain_values(*data);
    return;
  }
  if (has_values() || !data || !data->is(array)) return;

  chart_.datasets.clear();
  found_data_ = data->size() == 0;
  const auto is_object = [](const JsonValue& value) { return value.is(object); };
  const ChartParsing parsing = parsing_of_chart();
  const bool names_keys = parsing.x.is_given() || parsing.y.is_given();
  if (!names_keys && std::any_of(data->begin(), data->end(), is_object)) {
    read_chart_records(source, *data, fields_, values_, chart_);
    for (std::size_t i = 0; i < chart_.datasets.size(); ++i)
      series_options_.take_palette(i, chart_.kind, chart_.datasets[i]);
    fields_.take_all(*data);
  } else {
    read_plain_values(*data);
  }
}

// Other members of Chart.js' configuration, and of records, have no effect anywhere.
void ChartReader::note_unread(JsonValue source) {
  if (const auto options = source.find("options")) {
    fields_.note_unread(*options, effectless_in_chart_js(), chart_);
    fields_.take_all(*options);
  }
  if (has_series_) return fields_.note_unread(source, effectless_in_series(), chart_);
  for (const std::string_view name : {"data", "datasets"})
    if (const auto data = source.find(name))
      fields_.note_unread(*data, effectless_in_chart_js(), chart_);
  for (const std::string_view name : {"xAxis", "yAxis"}) {
    const auto axis = source.find(name);
    if (axis && !chart_.axes.empty()) fields_.note_unread(*axis, effectless_in_series(), chart_);
  }
}

Result<std::optional<Chart>> ChartReader::read(JsonValue content) {
  if (!content.is(object)) fields_.fail_type(content, "an object");
  const JsonValue source = source_of_chart(content);
  if (is_vega_lite(source)) {
    check_vega_lite(source, fields_, chart_);
    if (auto problem = fields_.problem()) return *std::move(problem);
    chart_.vega_lite = source;
    return std::optional(std::move(chart_));
  }
  if (content.descendants() > kMaximumChartValues) return std::optional<Chart>();

  read_kind(content, source);
  const auto options = fields_.find(source, {"options"}, {object});
  if (options) {
    parsing_ = fields_.find(*options, "parsing");
    values_.set_axes(read_chart_options(*options, source, fields_, values_, chart_));
  }
  for (const JsonValue& place : {source, content})
    if (chart_.title.empty())
      chart_.title = read_chart_title(place.find("title"), fields_, values_);
  if (fields_.is_true(source, "stacked")) chart_.stacked = true;
  const bool is_figure = is_plotly_figure(source);
  if (is_figure) {
    if (!read_plotly_figure(source, fields_, values_, chart_)) return std::optional<Chart>();
  } else {
    read_data(source);
  }
  if (auto problem = fields_.problem()) return *std::move(problem);
  if (chart_.kind == ChartKind::horizontal_bar) chart_.is_horizontal = true;
  if (options) {
    std::map<ChartKind, std::vector<ChartSetting>> of_all;
    for (ChartDataset& dataset : chart_.datasets) {
      const ChartKind kind = drawn_kind(chart_.kind.value_or(ChartKind::bar), dataset);
      const auto [found, is_new] = of_all.try_emplace(kind);
      if (is_new) read_settings_of_all(*options, kind, fields_, found->second);
      for (const ChartSetting& setting : found->second)
        add_setting(dataset.settings, setting.name, setting.json);
    }
  }
  if (is_figure)
    fields_.note_unread(source, effectless_in_plotly(), chart_);
  else
    note_unread(source);
  if (chart_.has_times) write_times_as_text(chart_);
  if (!has_values()) {
    if (!chart_.kind || !found_data_ || !found_all_data_) return std::optional<Chart>();
    chart_.is_empty = true;
  }
  return std::optional(std::move(chart_));
}

}  // namespace

JsonValue source_of_chart(JsonValue content) {
  // What is inside counts only where nothing else can be drawn.
  for (const std::string_view name :
       {"data", "datasets", "series", "values", "labels", "$schema", "mark"}) {
    if (content.find(name)) return content;
  }
  for (const std::string_view name : {"config", "chart"}) {
    const auto inner = content.find(name);
    if (inner && inner->is(object)) return *inner;
  }
  return content;
}

Result<std::optional<Chart>> read_chart(JsonValue content) { return ChartReader().read(content); }

void add_setting(std::vector<ChartSetting>& settings, std::string_view name, std::string json) {
  if (find_setting(settings, name) == nullptr) settings.push_back({name, std::move(json)});
}

const ChartSetting* find_setting(const std::vector<ChartSetting>& settings, std::string_view name) {
  const auto found = std::find_if(settings.begin(), settings.end(),
                                  [&](const ChartSetting& one) { return one.name == name; });
  return found == settings.end() ? nullptr : &*found;
}

std::optional<ChartKind> parse_chart_kind(std::string_view name) {
  struct KindName {
    std::string_view name;
    ChartKind kind;
  };
  constexpr std::array kNames{
      KindName{"bar", ChartKind::bar},
      KindName{"column", ChartKind::bar},
      KindName{"horizontalbar", ChartKind::horizontal_bar},
      KindName{"line", ChartKind::line},
      KindName{"spline", ChartKind::line},
      KindName{"area", ChartKind::area},
      KindName{"areaspline", ChartKind::area},
      KindName{"pie", ChartKind::pie},
      KindName{"doughnut", ChartKind::doughnut},
      KindName{"donut", ChartKind::doughnut},
      KindName{"scatter", ChartKind::scatter},
      KindName{"bubble", ChartKind::bubble},
      KindName{"radar", ChartKind::radar},
      KindName{"polararea", ChartKind::polar_area},
  };
  std::string plain;
  for (const char c : name) {
    if (c == '-' || c == '_' || c == ' ') continue;
    plain += core::lower_case(c);
  }
  // `LineChart`, as in libraries with a component for each kind.
  if (constexpr std::string_view kEnding = "chart"; plain.ends_with(kEnding))
    plain.resize(plain.size() - kEnding.size());
  const auto found = std::find_if(kNames.begin(), kNames.end(),
                                  [&](const KindName& k) { return k.name == plain; });
  return found == kNames.end() ? std::nullopt : std::optional(found->kind);
}

std::string_view name_of(ChartKind kind) {
  constexpr std::array<std::string_view, 10> kNames{
      "bar", "bar", "line", "area", "pie", "doughnut", "scatter", "bubble", "radar", "polarArea"};
  return kNames.at(static_cast<std::size_t>(kind));
}

ChartKind drawn_kind(ChartKind of_chart, const ChartDataset& dataset) {
  const bool is_own = dataset.kind && has_axes(of_chart) && has_axes(*dataset.kind);
  return is_own ? *dataset.kind : of_chart;
}

bool has_two_number_axes(std::optional<ChartKind> kind) {
  return kind == ChartKind::scatter || kind == ChartKind::bubble;
}

bool has_axes(std::optional<ChartKind> kind) {
  return kind != ChartKind::pie && kind != ChartKind::doughnut && !is_radial(kind);
}

bool is_radial(std::optional<ChartKind> kind) {
  return kind == ChartKind::radar || kind == ChartKind::polar_area;
}

bool is_bar(std::optional<ChartKind> kind) {
  return kind == ChartKind::bar || kind == ChartKind::horizontal_bar;
}

}  // namespace templates
