#include "templates/chart/chart_grid.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "core/text/ascii.h"
#include "html/readable_number.h"

namespace templates {
namespace {

bool is_missing(const ChartValue& value) { return std::holds_alternative<std::monostate>(value); }

bool has_number_for_x(const ChartValue& value) {
  const auto* const point = std::get_if<ChartPoint>(&value);
  return point != nullptr && std::holds_alternative<double>(point->x);
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
  const bool is_scatter = chart.kind == ChartKind::scatter || chart.kind == ChartKind::bubble;
  return any && (all || is_scatter);
}

std::string label_of(const ChartPoint& point) {
  const auto* const text = std::get_if<std::string_view>(&point.x);
  return text != nullptr ? std::string(*text) : html::exact_number(std::get<double>(point.x));
}

// 2026-01, 2026-01-15, 2026-01-15T12:00…: texts that sort by time.
bool is_date(std::string_view text) {
  constexpr std::string_view kShape = "dddd-dd-dd";
  if (text.size() != 7 && text.size() < kShape.size()) return false;
  for (std::size_t i = 0; i < std::min(text.size(), kShape.size()); ++i) {
    if (kShape[i] == 'd' ? !core::is_digit(text[i]) : text[i] != '-') return false;
  }
  return text.size() <= kShape.size() || text[kShape.size()] == 'T' || text[kShape.size()] == ' ';
}

class Arrangement {
 public:
  explicit Arrangement(const Chart& chart) : chart_(chart) {}

  ChartGrid grid() {
    grid_.labels = chart_.labels;
    add_labels_of_points();
    std::vector<std::vector<std::size_t>> rows;
    std::size_t cells = 0;
    for (const ChartDataset& dataset : chart_.datasets) {
      rows.push_back(rows_of(dataset));
      cells += length_of(rows.back());
      if (cells > kMaximumChartValues) return {.is_too_sparse = true};
    }
    for (std::size_t i = 0; i < rows.size(); ++i) add_column(chart_.datasets[i], rows[i]);
    number_rows();
    return std::move(grid_);
  }

 private:
  void add_labels_of_points() {
    for (std::size_t row = 0; row < grid_.labels.size(); ++row)
      rows_.emplace(grid_.labels[row], row);
    const std::size_t own = grid_.labels.size();
    for (const ChartDataset& dataset : chart_.datasets) {
      for (const ChartValue& value : dataset.values) {
        const auto* const point = std::get_if<ChartPoint>(&value);
        if (point == nullptr) continue;
        std::string label = label_of(*point);
        if (rows_.emplace(label, grid_.labels.size()).second)
          grid_.labels.push_back(std::move(label));
      }
    }
    if (own > 0 || !std::all_of(grid_.labels.begin(), grid_.labels.end(), is_date)) return;
    std::sort(grid_.labels.begin(), grid_.labels.end());
    for (std::size_t row = 0; row < grid_.labels.size(); ++row) rows_[grid_.labels[row]] = row;
  }

  // The row of each value.
  std::vector<std::size_t> rows_of(const ChartDataset& dataset) const {
    std::vector<std::size_t> rows;
    rows.reserve(dataset.values.size());
    for (const ChartValue& value : dataset.values) {
      const auto* const point = std::get_if<ChartPoint>(&value);
      rows.push_back(point != nullptr ? rows_.at(label_of(*point)) : rows.size());
    }
    return rows;
  }

  // Of the column that has these rows.
  static std::size_t length_of(const std::vector<std::size_t>& rows) {
    return rows.empty() ? 0 : *std::max_element(rows.begin(), rows.end()) + 1;
  }

  void add_column(const ChartDataset& dataset, const std::vector<std::size_t>& rows) {
    std::vector<const ChartValue*> column(length_of(rows), nullptr);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const ChartValue& value = dataset.values[i];
      if (!is_missing(value)) column[rows[i]] = &value;
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
  std::map<std::string, std::size_t> rows_;  // by label
  std::size_t length_ = 0;                   // of the longest column
};

}  // namespace

ChartGrid arrange(const Chart& chart) {
  if (has_points(chart)) return {.has_points = true};
  return Arrangement(chart).grid();
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

}  // namespace templates
