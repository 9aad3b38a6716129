#include "templates/chart/chart_table.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text/csv.h"
#include "core/text/markdown_writer.h"
#include "html/readable.h"
#include "templates/chart/chart.h"
#include "templates/chart/chart_content.h"
#include "templates/chart/vega_lite.h"
#include "templates/registry.h"

namespace templates {
namespace {

bool has_number_for_x(const ChartValue& value) {
  const auto* const point = std::get_if<ChartPoint>(&value);
  return point != nullptr && std::holds_alternative<double>(point->x);
}

bool is_scattered(const Chart& chart) {
  return chart.kind == ChartKind::scatter || chart.kind == ChartKind::bubble;
}

// Scatter plots and bubble charts have a numeric x axis if one point has a number, lines only if
// all have. Bars and slices always have labels. Points in time have their own times.
bool has_points(const Chart& chart) {
  if (chart.has_times)
    return std::any_of(chart.datasets.begin(), chart.datasets.end(), has_any_point);
  bool any = false;
  bool all = chart.labels.empty();
  for (const ChartDataset& dataset : chart.datasets) {
    const auto kind = dataset.kind ? dataset.kind : chart.kind;
    if (kind && kind != ChartKind::line && kind != ChartKind::area && kind != ChartKind::scatter &&
        kind != ChartKind::bubble)
      return false;
    for (const ChartValue& value : dataset.values) {
      if (has_number_for_x(value))
        any = true;
      else if (!is_missing(value))
        all = false;
    }
  }
  return any && (all || is_scattered(chart));
}

std::string label_of(const ChartPoint& point) {
  const auto* const text = std::get_if<std::string_view>(&point.x);
  return text != nullptr ? std::string(*text) : html::exact_number(std::get<double>(point.x));
}

// Whether texts of this form sort by time.
bool sorts_by_time(std::string_view text) { return is_date(text) || is_month(text); }

class Arrangement {
 public:
  explicit Arrangement(const Chart& chart) : chart_(chart) {}

  ChartGrid grid() {
    grid_.labels = chart_.labels;
    place_values();
    put_dates_in_order();
    std::size_t cells = 0;
    for (const auto& rows : rows_) {
      cells += length_of(rows);
      if (cells > kMaximumChartValues) return {.is_too_sparse = true};
    }
    for (std::size_t i = 0; i < rows_.size(); ++i) add_column(chart_.datasets[i], rows_[i]);
    number_rows();
    return std::move(grid_);
  }

 private:
  // One row, or as many as a dataset has points with the label.
  struct RowsOfLabel {
    std::vector<std::size_t> rows;
    std::size_t used = 0;  // by the last dataset
    const ChartDataset* last = nullptr;
  };

  void place_values() {
    if (std::any_of(chart_.datasets.begin(), chart_.datasets.end(), has_any_point)) {
      for (std::size_t row = 0; row < grid_.labels.size(); ++row)
        by_label_[grid_.labels[row]].rows.push_back(row);
    }
    for (const ChartDataset& dataset : chart_.datasets) {
      std::vector<std::size_t>& rows = rows_.emplace_back();
      rows.reserve(dataset.values.size());
      for (const ChartValue& value : dataset.values) {
        const auto* const point = std::get_if<ChartPoint>(&value);
        rows.push_back(point != nullptr ? row_of(*point, dataset) : rows.size());
      }
    }
  }

  std::size_t row_of(const ChartPoint& point, const ChartDataset& dataset) {
    std::string label = label_of(point);
    RowsOfLabel& found = by_label_[label];
    if (std::exchange(found.last, &dataset) != &dataset) found.used = 0;
    if (found.used == found.rows.size()) {
      found.rows.push_back(grid_.labels.size());
      grid_.labels.push_back(std::move(label));
    }
    return found.rows[found.used++];
  }

  // For points only.
  void put_dates_in_order() {
    const std::vector<std::string>& labels = grid_.labels;
    if (!chart_.labels.empty() || !std::all_of(labels.begin(), labels.end(), sorts_by_time)) return;
    std::vector<std::size_t> order(labels.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return labels[a] < labels[b]; });
    std::vector<std::string> sorted;
    sorted.reserve(labels.size());
    std::vector<std::size_t> places(labels.size());
    for (std::size_t place = 0; place < order.size(); ++place) {
      places[order[place]] = place;
      sorted.push_back(std::move(grid_.labels[order[place]]));
    }
    grid_.labels = std::move(sorted);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      for (std::size_t value = 0; value < rows_[i].size(); ++value)
        if (std::holds_alternative<ChartPoint>(chart_.datasets[i].values[value]))
          rows_[i][value] = places[rows_[i][value]];
    }
  }

  // The length of the column that has these rows.
  static std::size_t length_of(const std::vector<std::size_t>& rows) {
    return rows.empty() ? 0 : *std::max_element(rows.begin(), rows.end()) + 1;
  }

  void add_column(const ChartDataset& dataset, const std::vector<std::size_t>& rows) {
    std::vector<const ChartValue*> column(length_of(rows), nullptr);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const ChartValue& value = dataset.values[i];
      if (!std::holds_alternative<std::monostate>(value)) column[rows[i]] = &value;
    }
    length_ = std::max(length_, column.size());
    grid_.columns.push_back(std::move(column));
  }

  void number_rows() {
    const bool numbered = grid_.labels.empty();
    if (grid_.labels.size() < length_) grid_.labels.resize(length_);
    if (!numbered) return;
    for (std::size_t row = 0; row < length_; ++row) grid_.labels[row] = std::to_string(row + 1);
  }

  const Chart& chart_;
  ChartGrid grid_;
  std::map<std::string, RowsOfLabel> by_label_;
  std::vector<std::vector<std::size_t>> rows_;  // of each dataset the row of each value
  std::size_t length_ = 0;                      // of the longest column
};

}  // namespace

bool shows_points(const Chart& chart) { return has_points(chart); }

bool has_names(const Chart& chart) {
  if (is_scattered(chart) && !chart.has_times && !chart.labels.empty()) return true;
  return std::any_of(chart.datasets.begin(), chart.datasets.end(),
                     [](const ChartDataset& dataset) { return !dataset.names.empty(); });
}

std::string_view name_of_point(const Chart& chart, const ChartDataset& dataset, std::size_t i) {
  if (i < dataset.names.size() && !dataset.names[i].empty()) return dataset.names[i];
  const bool are_labels_names = is_scattered(chart) && !chart.has_times;
  const bool is_point = std::holds_alternative<ChartPoint>(dataset.values[i]);
  if (are_labels_names && is_point && i < chart.labels.size()) return chart.labels[i];
  return {};
}

ChartGrid arrange(const Chart& chart) {
  if (has_points(chart)) return {.has_points = true};
  return Arrangement(chart).grid();
}

std::optional<ChartRange> range_of(const ChartValue& value) {
  if (const auto* const range = std::get_if<ChartRange>(&value)) return *range;
  const auto* const point = std::get_if<ChartPoint>(&value);
  if (point == nullptr || !point->low || !point->y) return std::nullopt;
  return ChartRange{*point->low, *point->y};
}

std::string exact_height(const ChartDataset& dataset, double height) {
  auto time = dataset.has_times ? time_text(height) : std::nullopt;
  return time ? *std::move(time) : html::exact_number(height);
}

bool has_any_point(const ChartDataset& dataset) {
  return std::any_of(dataset.values.begin(), dataset.values.end(), [](const ChartValue& value) {
    return std::holds_alternative<ChartPoint>(value);
  });
}

bool has_radius(const Chart& chart) {
  return std::any_of(chart.datasets.begin(), chart.datasets.end(), [](const ChartDataset& dataset) {
    return std::any_of(dataset.values.begin(), dataset.values.end(), [](const auto& value) {
      const auto* const point = std::get_if<ChartPoint>(&value);
      return point != nullptr && point->r;
    });
  });
}

std::string_view heading_of(std::string_view name, std::string_view otherwise) {
  return name.empty() ? otherwise : name;
}

namespace {

std::string value_text(const ChartDataset& dataset, const ChartValue* value) {
  if (value == nullptr || is_missing(*value)) return {};
  if (const auto* const number = std::get_if<double>(value)) return exact_height(dataset, *number);
  if (const auto range = range_of(*value))
    return exact_height(dataset, range->low) + " – " + exact_height(dataset, range->high);
  if (const auto* const name = std::get_if<std::string_view>(value)) return std::string(*name);
  const auto& point = std::get<ChartPoint>(*value);
  return point.y_name.empty() ? exact_height(dataset, *point.y) : std::string(point.y_name);
}

// `Writer` is a core::CsvWriter, a core::RawCsvWriter or a core::MarkdownTable. False if there is
// too much to write. Labels down, datasets across.
template <typename Writer>
bool write_labels(const Chart& chart, const ChartGrid& grid, const std::vector<std::string>& axes,
                  Writer& writer) {
  writer.add_text(heading_of(chart.x_title, "Label"));
  for (std::size_t i = 0; i < chart.datasets.size(); ++i) {
    const std::string_view y_title =
        chart.datasets.size() == 1 ? std::string_view(chart.y_title) : std::string_view();
    const std::string_view name = heading_of(chart.datasets[i].label, y_title);
    writer.add_text(std::string(heading_of(name, "Value")) + axes[i]);
  }
  writer.end_record();
  for (std::size_t row = 0; row < grid.labels.size(); ++row) {
    if (writer.text().size() > kMaximumFormBytes) return false;
    writer.add_text(grid.labels[row]);
    for (std::size_t i = 0; i < grid.columns.size(); ++i) {
      const auto& column = grid.columns[i];
      writer.add_field(value_text(chart.datasets[i], row < column.size() ? column[row] : nullptr));
    }
    writer.end_record();
  }
  return true;
}

// Whether the rows would consist of separators, nearly all of them: many datasets have far fewer
// values than there are labels.
bool are_mostly_missing(const ChartGrid& grid) {
  constexpr std::size_t kMaximumCells = 4 * kMaximumChartValues;
  return !grid.columns.empty() && grid.labels.size() > kMaximumCells / grid.columns.size();
}

template <typename Writer>
void write_x(Writer& writer, const ChartPoint* point) {
  const auto* const text = point != nullptr ? std::get_if<std::string_view>(&point->x) : nullptr;
  if (text != nullptr) return writer.add_text(*text);
  writer.add_field(point != nullptr ? html::exact_number(std::get<double>(point->x))
                                    : std::string());
}

// A point in each row.
template <typename Writer>
bool write_points(const Chart& chart, const std::vector<std::string>& axes, Writer& writer) {
  const bool names_datasets = chart.datasets.size() > 1;
  const bool shows_radius = has_radius(chart);
  const bool names_points = has_names(chart) && shows_points(chart);
  if (names_datasets) writer.add_field("Dataset");
  if (names_points) writer.add_field("Name");
  writer.add_text(heading_of(chart.x_title, "x"));
  writer.add_text(heading_of(chart.y_title, "y"));
  if (shows_radius) writer.add_field("Size");
  writer.end_record();
  for (std::size_t d = 0; d < chart.datasets.size(); ++d) {
    const ChartDataset& dataset = chart.datasets[d];
    std::size_t place = 0;
    for (const ChartValue& value : dataset.values) {
      const auto* const point = std::get_if<ChartPoint>(&value);
      ++place;
      if (writer.text().size() > kMaximumFormBytes) return false;
      if (names_datasets) writer.add_text(dataset.label + axes[d]);
      if (names_points) writer.add_text(name_of_point(chart, dataset, place - 1));
      if (point == nullptr && place <= chart.labels.size())
        writer.add_text(chart.labels[place - 1]);
      else
        write_x(writer, point);
      writer.add_field(value_text(dataset, &value));
      if (shows_radius)
        writer.add_field(point != nullptr && point->r ? html::exact_number(*point->r)
                                                      : std::string());
      writer.end_record();
    }
  }
  return true;
}

// `axes` are appended to the names of the datasets.
template <typename Writer>
std::optional<std::string> write_data(const Chart& chart, const std::vector<std::string>& axes) {
  Writer writer;
  const ChartGrid grid = arrange(chart);
  const bool lists = lists_values(grid) || are_mostly_missing(grid);
  if (!(lists ? write_points(chart, axes, writer) : write_labels(chart, grid, axes, writer)))
    return std::nullopt;
  return std::move(writer).text();
}

}  // namespace

std::optional<std::string> chart_to_markdown(const Chart& chart) {
  const std::string title = chart.vega_lite ? vega_lite_title(*chart.vega_lite) : chart.title;
  auto table = chart.vega_lite ? vega_lite_data_as_markdown(*chart.vega_lite)
                               : write_data<core::MarkdownTable>(chart, value_axis_suffixes(chart));
  if (!table || title.empty()) return table;
  return "# " + core::markdown_line(title) + "\n\n" + *std::move(table);
}

std::optional<std::string> chart_to_raw_csv(const Chart& chart) {
  return chart.vega_lite ? vega_lite_data_as_raw_csv(*chart.vega_lite)
                         : write_data<core::RawCsvWriter>(
                               chart, std::vector<std::string>(chart.datasets.size()));
}

std::optional<std::string> chart_to_csv(const Chart& chart) {
  return chart.vega_lite
             ? vega_lite_data_as_csv(*chart.vega_lite)
             : write_data<core::CsvWriter>(chart, std::vector<std::string>(chart.datasets.size()));
}

}  // namespace templates
