#include "templates/chart/vega_lite.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/input/content_reader.h"
#include "core/json/json_tree.h"
#include "core/text/csv.h"
#include "core/text/markdown_writer.h"
#include "html/assets.h"
#include "html/data_table.h"
#include "html/readable_json.h"
#include "templates/chart/chart_figure.h"
#include "templates/form.h"
#include "templates/page_head.h"

namespace templates {
namespace {

using core::JsonType;
using core::JsonValue;
using html::Html;

// The column of rows that are no objects.
constexpr const char* kPlainColumn = "data";

// A text, or the lines of an array.
std::string text_of(const std::optional<JsonValue>& value) {
  if (!value || !value->is(JsonType::array)) return value ? value->string() : std::string();
  std::string text;
  for (const JsonValue& line : *value) {
    if (!text.empty()) text += ' ';
    text += line.string();
  }
  return text;
}

struct Titles {
  std::string title;
  std::string subtitle;
};

Titles titles_of(JsonValue specification) {
  const auto title = specification.find("title");
  if (!title || !title->is(JsonType::object)) return {text_of(title), {}};
  return {text_of(title->find("text")), text_of(title->find("subtitle"))};
}

// The rows of the specification's first data source.
std::optional<JsonValue> find_values(JsonValue specification) {
  const auto data = specification.find("data");
  if (!data) return std::nullopt;
  auto values = data->find("values");
  const auto name = data->find("name");
  const auto datasets = specification.find("datasets");
  if (!values && name && datasets) values = datasets->find(name->string());
  return values && values->is(JsonType::array) ? values : std::nullopt;
}

// The names of the rows' members, in order of first occurrence.
std::vector<std::string> list_columns(JsonValue rows) {
  std::vector<std::string> columns;
  std::map<std::string, std::size_t> seen;
  for (const JsonValue& row : rows) {
    if (!row.is(JsonType::object) && seen.emplace(kPlainColumn, columns.size()).second)
      columns.emplace_back(kPlainColumn);
    if (!row.is(JsonType::object)) continue;
    for (const JsonValue& member : row) {
      std::string name = member.name();
      if (seen.emplace(name, columns.size()).second) columns.push_back(std::move(name));
    }
  }
  return columns;
}

void add_cell(html::DataTable& table, std::optional<JsonValue> value) {
  if (!value || value->is(JsonType::null)) return table.add_nothing();
  if (value->is(JsonType::number)) return table.add_number(value->text());
  table.add_text(core::ContentReader::shown_text(*value));
}

// The first columns of a row. The column names must outlive it.
class RowReader {
 public:
  RowReader(const std::vector<std::string>& columns, std::size_t most)
      : cells_(std::min(columns.size(), most)) {
    for (std::size_t i = 0; i < cells_.size(); ++i) places_.emplace(columns[i], i);
  }

  // Of several members with the same name, the last. Valid until the next call.
  const std::vector<std::optional<JsonValue>>& read(JsonValue row) {
    std::fill(cells_.begin(), cells_.end(), std::nullopt);
    if (row.is(JsonType::object))
      for (const JsonValue& member : row) set(member.name(), member);
    else
      set(kPlainColumn, row);
    return cells_;
  }

 private:
  void set(std::string_view column, JsonValue value) {
    const auto place = places_.find(column);
    if (place != places_.end()) cells_[place->second] = value;
  }

  std::vector<std::optional<JsonValue>> cells_;
  std::map<std::string_view, std::size_t> places_;
};

Html table_of(JsonValue rows) {
  const std::vector<std::string> columns = list_columns(rows);
  RowReader reader(columns, html::DataTable::kMaximumColumns);
  html::DataTable table(columns, false);
  for (const JsonValue& row : rows) {
    if (table.is_full()) {
      table.skip_rows(1);
      continue;
    }
    table.begin_row();
    for (const auto& cell : reader.read(row)) add_cell(table, cell);
    table.end_row();
  }
  return table.html();
}

Html source_of(std::string_view specification) {
  return html::format(
      "<details class=\"chart-data\" open><summary>Show specification</summary>\n"
      "<pre class=\"plain-source\" tabindex=\"0\">{}</pre></details>\n",
      html::readable_json(specification));
}

template <typename Writer>
void write_cell(Writer& writer, const std::optional<JsonValue>& value) {
  if (!value || value->is(JsonType::null)) return writer.add_field({});
  if (value->is(JsonType::string)) return writer.add_text(value->string());
  writer.add_field(value->text());
}

template <typename Writer>
std::optional<std::string> write_rows(std::string_view specification) {
  const auto tree = core::JsonTree::parse(specification);
  const auto rows = tree ? find_values(tree->root()) : std::nullopt;
  if (!rows || rows->size() == 0) return std::nullopt;
  const std::vector<std::string> columns = list_columns(*rows);
  RowReader reader(columns, columns.size());
  Writer writer;
  for (const std::string& column : columns) writer.add_text(column);
  writer.end_record();
  for (const JsonValue& row : *rows) {
    if (writer.text().size() > kMaximumFormBytes) return std::nullopt;
    for (const auto& cell : reader.read(row)) write_cell(writer, cell);
    writer.end_record();
  }
  return std::move(writer).text();
}

}  // namespace

std::string vega_lite_title(std::string_view specification) {
  const auto tree = core::JsonTree::parse(specification);
  return tree ? titles_of(tree->root()).title : std::string();
}

std::optional<std::string> vega_lite_data_as_markdown(std::string_view specification) {
  return write_rows<core::MarkdownTable>(specification);
}

std::optional<std::string> vega_lite_data_as_csv(std::string_view specification) {
  return write_rows<core::CsvWriter>(specification);
}

RenderedContent render_vega_lite(std::string_view specification) {
  RenderedContent content;
  const auto tree = core::JsonTree::parse(specification);
  if (!tree) return content;
  const auto [title, subtitle] = titles_of(tree->root());
  const std::string description = text_of(tree->root().find("description"));
  content.summary = description.empty() ? "Chart" : beginning_for_summary(description);
  if (!title.empty()) {
    content.leading_heading = html::format("<h1 dir=\"auto\">{}</h1>\n", title);
    content.first_heading = {1, {}, std::string(beginning_for_title(title))};
  }
  if (!subtitle.empty())
    content.html += html::format("<p class=\"chart-subtitle\" dir=\"auto\">{}</p>\n", subtitle);
  content.stylesheets = {html::kChartStylesheet};
  content.scripts = {html::kVegaLiteScript};
  const auto rows = find_values(tree->root());
  const bool has_rows = rows && rows->size() > 0;
  append_chart_figure(content.html, specification, has_rows ? "data" : "specification");
  content.html += has_rows ? table_of(*rows) : source_of(specification);
  return content;
}

}  // namespace templates
