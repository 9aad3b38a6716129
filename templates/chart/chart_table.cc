#include "templates/chart/chart_table.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text/csv.h"
#include "core/text/markdown_writer.h"
#include "html/data_table.h"
#include "html/html.h"
#include "html/readable.h"
#include "templates/chart/chart_content.h"
#include "templates/chart/chart_drawing.h"
#include "templates/chart/chart_times.h"
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

bool has_size(const ChartDataset& dataset) {
  return std::any_of(dataset.values.begin(), dataset.values.end(), [](const ChartValue& value) {
    const auto* const point = std::get_if<ChartPoint>(&value);
    return point != nullptr && point->r;
  });
}

namespace {

std::string_view heading_of(std::string_view name, std::string_view otherwise) {
  return name.empty() ? otherwise : name;
}

// Whether the rows would consist of separators, nearly all of them: many datasets have far fewer
// values than there are labels.
bool are_mostly_missing(const ChartGrid& grid) {
  constexpr std::size_t kMaximumCells = 4 * kMaximumChartValues;
  return !grid.columns.empty() && grid.labels.size() > kMaximumCells / grid.columns.size();
}

// Whether x is a year wherever it is a number. Years have no separators.
bool has_years_for_x(const Chart& chart) {
  for (const ChartDataset& dataset : chart.datasets) {
    for (const ChartValue& value : dataset.values) {
      const auto* const point = std::get_if<ChartPoint>(&value);
      const auto* const x = point != nullptr ? std::get_if<double>(&point->x) : nullptr;
      if (x != nullptr && !(*x >= 1500 && *x < 2200 && std::floor(*x) == *x)) return false;
    }
  }
  return true;
}

// The table of the page.
class TableOfPage : public html::DataTable {
 public:
  using DataTable::DataTable;
  std::size_t most_columns() const { return kMaximumColumns; }
  void add_exactly(std::string_view number) { add(html::format("{}", number), true); }
  // A time is no number for number_html(), and stays as it is.
  void add_range(const std::string& low, const std::string& high) {
    add(html::format("{} – {}", html::number_html(low, language()),
                     html::number_html(high, language())),
        true);
  }
};

// That of a form: `Writer` is a core::CsvWriter, a core::RawCsvWriter or a core::MarkdownTable.
template <typename Writer>
class TableOfForm {
 public:
  TableOfForm(const std::vector<std::string>& headings, bool /*names_rows*/, html::Language) {
    for (const std::string& heading : headings) writer_.add_text(heading);
    end_row();
  }
  std::size_t most_columns() const { return kMaximumChartValues; }
  bool is_full() const { return writer_.text().size() > kMaximumFormBytes; }
  void skip_rows(std::size_t) { is_cut_ = true; }
  void begin_row() {}
  void add_text(std::string_view text) { writer_.add_text(text); }
  void add_number(std::string_view number) { writer_.add_field(number); }
  void add_exactly(std::string_view number) { writer_.add_field(number); }
  void add_nothing() { writer_.add_field({}); }
  void add_range(const std::string& low, const std::string& high) {
    writer_.add_field(low + " – " + high);
  }
  void end_row() { writer_.end_record(); }
  // Nothing if there would be too much.
  std::optional<std::string> text() && {
    return is_cut_ ? std::nullopt : std::optional(std::move(writer_).text());
  }

 private:
  Writer writer_;
  bool is_cut_ = false;
};

// The rows of a chart: one for each label, or for each point. `axes` are appended to the names of
// the datasets.
template <typename Table>
class ChartRows {
 public:
  ChartRows(const Chart& chart, const ChartGrid& grid, bool lists, std::vector<std::string> axes,
            html::Language language)
      : chart_(chart),
        grid_(grid),
        lists_(lists),
        axes_(std::move(axes)),
        table_(headings(language), lists ? names_datasets_ : true, language) {}

  Table take() {
    if (lists_)
      add_points();
    else
      add_labels();
    return std::move(table_);
  }

 private:
  std::vector<std::string> headings(html::Language language) const {
    std::vector<std::string> all;
    const auto add = [&](std::string_view name, html::Message otherwise) {
      all.emplace_back(heading_of(name, otherwise.in(language)));
    };
    if (lists_) {
      if (names_datasets_) add({}, "Dataset");
      if (names_points_) add({}, "Name");
      all.emplace_back(heading_of(title_across(chart_), "x"));
      all.emplace_back(heading_of(title_along(chart_), "y"));
      if (has_sizes_) add({}, "Size");
      return all;
    }
    add(title_across(chart_), "Label");
    for (std::size_t i = 0; i < chart_.datasets.size(); ++i) {
      const std::string_view only = names_datasets_ ? std::string_view() : title_along(chart_);
      add(heading_of(chart_.datasets[i].label, only), "Value");
      all.back() += axes_[i];
    }
    return all;
  }

  void add_labels() {
    const std::size_t shown = std::min(grid_.columns.size(), table_.most_columns() - 1);
    for (std::size_t row = 0; row < grid_.labels.size(); ++row) {
      if (table_.is_full()) return table_.skip_rows(grid_.labels.size() - row);
      table_.begin_row();
      table_.add_text(grid_.labels[row]);
      for (std::size_t i = 0; i < shown; ++i) {
        const auto& column = grid_.columns[i];
        add_value(chart_.datasets[i], row < column.size() ? column[row] : nullptr);
      }
      table_.end_row();
    }
  }

  void add_points() {
    for (std::size_t d = 0; d < chart_.datasets.size(); ++d) {
      const ChartDataset& dataset = chart_.datasets[d];
      for (std::size_t i = 0; i < dataset.values.size(); ++i) {
        if (table_.is_full()) {
          table_.skip_rows(dataset.values.size() - i);
          break;
        }
        table_.begin_row();
        if (names_datasets_) table_.add_text(dataset.label + axes_[d]);
        if (names_points_) table_.add_text(name_of_point(chart_, dataset, i));
        add_point(dataset, i);
        table_.end_row();
      }
    }
  }

  void add_point(const ChartDataset& dataset, std::size_t i) {
    const auto* const point = std::get_if<ChartPoint>(&dataset.values[i]);
    const auto* const x = point != nullptr ? std::get_if<double>(&point->x) : nullptr;
    if (x != nullptr && are_years_)
      table_.add_exactly(html::exact_number(*x));
    else if (x != nullptr)
      table_.add_number(html::exact_number(*x));
    else if (point != nullptr)
      table_.add_text(std::get<std::string_view>(point->x));
    else if (i < chart_.labels.size())
      table_.add_text(chart_.labels[i]);
    else
      table_.add_nothing();
    add_value(dataset, &dataset.values[i]);
    if (!has_sizes_) return;
    if (point != nullptr && point->r)
      table_.add_number(html::exact_number(*point->r));
    else
      table_.add_nothing();
  }

  void add_value(const ChartDataset& dataset, const ChartValue* value) {
    if (value == nullptr || is_missing(*value)) return table_.add_nothing();
    if (const auto range = range_of(*value))
      return table_.add_range(exact_height(dataset, range->low),
                              exact_height(dataset, range->high));
    if (const auto* const name = std::get_if<std::string_view>(value))
      return table_.add_text(*name);
    const auto* const point = std::get_if<ChartPoint>(value);
    if (point != nullptr && !point->y_name.empty()) return table_.add_text(point->y_name);
    table_.add_number(
        exact_height(dataset, point != nullptr ? *point->y : std::get<double>(*value)));
  }

  const Chart& chart_;
  const ChartGrid& grid_;
  const bool lists_;
  const std::vector<std::string> axes_;
  const bool names_datasets_ = chart_.datasets.size() > 1;
  const bool names_points_ = lists_ && has_names(chart_) && has_points(chart_);
  const bool has_sizes_ =
      lists_ && std::any_of(chart_.datasets.begin(), chart_.datasets.end(), has_size);
  const bool are_years_ = lists_ && has_years_for_x(chart_);
  Table table_;
};

template <typename Writer>
std::optional<std::string> write_data(const Chart& chart, std::vector<std::string> axes) {
  const ChartGrid grid = arrange(chart);
  const bool lists = lists_values(grid) || are_mostly_missing(grid);
  return ChartRows<TableOfForm<Writer>>(chart, grid, lists, std::move(axes),
                                        html::Language::english)
      .take()
      .text();
}

}  // namespace

html::Html table_of(const Chart& chart, const ChartGrid& grid, html::Language language) {
  return ChartRows<TableOfPage>(chart, grid, lists_values(grid),
                                value_axis_suffixes(chart, language), language)
      .take()
      .html();
}

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
