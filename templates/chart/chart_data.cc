#include "templates/chart/chart_data.h"

#include <algorithm>
#include <vector>

#include "core/text/csv.h"
#include "core/text/markdown_writer.h"
#include "html/readable_number.h"
#include "templates/chart/chart_axes.h"
#include "templates/chart/chart_grid.h"
#include "templates/chart/vega_lite.h"
#include "templates/form.h"

namespace templates {
namespace {

std::string value_text(const ChartValue* value) {
  if (value == nullptr || is_missing(*value)) return {};
  if (const auto* const number = std::get_if<double>(value)) return html::exact_number(*number);
  if (const auto range = range_of(*value))
    return html::exact_number(range->low) + " – " + html::exact_number(range->high);
  if (const auto* const name = std::get_if<std::string_view>(value)) return std::string(*name);
  const auto& point = std::get<ChartPoint>(*value);
  return point.y_name.empty() ? html::exact_number(*point.y) : std::string(point.y_name);
}

// `Writer` is a core::CsvWriter or a core::MarkdownTable. False if there is too much to write.
// Labels down, datasets across.
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
    for (const auto& column : grid.columns)
      writer.add_field(value_text(row < column.size() ? column[row] : nullptr));
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
      writer.add_field(value_text(&value));
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

std::optional<std::string> chart_to_csv(const Chart& chart) {
  return chart.vega_lite
             ? vega_lite_data_as_csv(*chart.vega_lite)
             : write_data<core::CsvWriter>(chart, std::vector<std::string>(chart.datasets.size()));
}

}  // namespace templates
