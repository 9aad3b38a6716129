#include "templates/chart/vega_lite.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/fields.h"
#include "core/text/csv.h"
#include "core/text/json.h"
#include "core/text/markdown_writer.h"
#include "html/data_table.h"
#include "html/html.h"
#include "html/readable.h"
#include "templates/chart/chart.h"
#include "templates/chart/reader/reading.h"
#include "templates/registry.h"
#include "templates/rendered_content.h"

namespace templates {
namespace {

using core::JsonType;
using core::JsonValue;
using html::Html;

// The column of rows that are not objects.
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
  table.add_text(core::FieldReader::shown_text(*value));
}

// The first columns of a row. The column names must outlive it.
class RowReader {
 public:
  RowReader(const std::vector<std::string>& columns, std::size_t most)
      : cells_(std::min(columns.size(), most)) {
    for (std::size_t i = 0; i < cells_.size(); ++i) places_.emplace(columns[i], i);
  }

  // Reads the last of several members with the same name. Valid until the next call.
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

Html table_of(JsonValue rows, html::Language language) {
  const std::vector<std::string> columns = list_columns(rows);
  RowReader reader(columns, html::DataTable::kMaximumColumns);
  html::DataTable table(columns, false, language);
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

Html source_of(std::string_view specification, html::Language language) {
  return html::format(
      "<details class=\"chart-data\" open><summary>{}</summary>\n"
      "<pre class=\"plain-source\" tabindex=\"0\">{}</pre></details>\n",
      html::format(language, "Show specification"), html::readable_json(specification, language));
}

template <typename Writer>
void write_cell(Writer& writer, const std::optional<JsonValue>& value) {
  if (!value || value->is(JsonType::null)) return writer.add_field({});
  if (value->is(JsonType::string)) return writer.add_text(value->string());
  writer.add_field(value->text());
}

template <typename Writer>
std::optional<std::string> write_rows(JsonValue specification) {
  const auto rows = find_values(specification);
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

std::string vega_lite_title(JsonValue specification) { return titles_of(specification).title; }

std::optional<std::string> vega_lite_data_as_markdown(JsonValue specification) {
  return write_rows<core::MarkdownTable>(specification);
}

std::optional<std::string> vega_lite_data_as_csv(JsonValue specification) {
  return write_rows<core::CsvWriter>(specification);
}

std::optional<std::string> vega_lite_data_as_raw_csv(JsonValue specification) {
  return write_rows<core::RawCsvWriter>(specification);
}

RenderedContent render_vega_lite(JsonValue specification, html::Language language) {
  RenderedContent content;
  const auto [title, subtitle] = titles_of(specification);
  const std::string description = text_of(specification.find("description"));
  content.summary = description.empty() ? html::Message("Chart").in(language)
                                        : beginning_for_summary(description);
  if (!title.empty()) {
    content.leading_heading = html::format("<h1 dir=\"auto\">{}</h1>\n", title);
    content.first_heading = {1, {}, std::string(beginning_for_title(title))};
  }
  if (!subtitle.empty())
    content.html += html::format("<p class=\"chart-subtitle\" dir=\"auto\">{}</p>\n", subtitle);
  content.stylesheets = {html::kChartStylesheet};
  content.scripts = {html::kVegaLiteScript};
  content.can_be_copied = content.fills_screen = true;
  const auto rows = find_values(specification);
  const bool has_rows = rows && rows->size() > 0;
  append_chart_figure(
      content.html, specification.text(),
      html::format(language,
                   has_rows
                       ? kDrawnFromData
                       : html::Message("This chart is drawn with JavaScript. Its specification is "
                                       "below.")));
  content.html += has_rows ? table_of(*rows, language) : source_of(specification.text(), language);
  return content;
}

namespace {

using core::JsonValue;
using enum core::JsonType;

constexpr std::array<std::string_view, 17> kMarks{
    "arc",  "area",  "bar",  "boxplot", "circle", "errorband", "errorbar", "geoshape", "image",
    "line", "point", "rect", "rule",    "square", "text",      "tick",     "trail"};

// The members that define what to draw.
constexpr std::array<std::string_view, 8> kViews{"mark",    "layer", "concat", "hconcat",
                                                 "vconcat", "facet", "repeat", "spec"};

// The name of a mark; empty if it is not a mark.
std::string name_of(JsonValue mark) {
  if (mark.is(string)) return mark.string();
  const auto type = mark.find("type");
  return type && type->is(string) ? type->string() : std::string();
}

// The records of a specification that names them.
std::optional<JsonValue> named_records(JsonValue specification, const std::string& name) {
  const auto datasets = specification.find("datasets");
  return datasets ? datasets->find(name) : std::nullopt;
}

void add_key(JsonValue channel, std::vector<std::string>& keys) {
  const auto field = channel.find("field");
  if (!field || !field->is(string) || keys.size() == kMaximumMissingKeys) return;
  std::string key = field->string();
  // A path into the record: only its beginning is a member.
  const bool is_path = key.find_first_of(".[\\") != std::string::npos;
  if (!is_path && std::find(keys.begin(), keys.end(), key) == keys.end())
    keys.push_back(std::move(key));
}

// The keys of records that the channels name, up to kMaximumMissingKeys.
std::vector<std::string> keys_in(JsonValue specification) {
  std::vector<std::string> keys;
  const auto encoding = specification.find("encoding");
  if (!encoding) return keys;
  for (const JsonValue& channel : *encoding) {
    add_key(channel, keys);
    if (!channel.is(array)) continue;
    for (const JsonValue& one : channel) add_key(one, keys);
  }
  return keys;
}

class SpecificationCheck {
 public:
  SpecificationCheck(core::FieldReader& fields, Chart& chart) : fields_(fields), chart_(chart) {}

  void check(JsonValue specification) {
    check_parts(specification);
    const auto is_there = [&](std::string_view name) {
      return specification.find(name).has_value();
    };
    if (std::none_of(kViews.begin(), kViews.end(), is_there))
      note("the specification has no mark, such as bar or line, so there is nothing to draw",
           specification);
    // Layers and the like can have data of their own.
    if (is_there("mark")) check_records(specification);
  }

 private:
  void note(std::string_view what, JsonValue part) { note_unsupported(chart_, what, part); }

  // Records may have any members, so their contents are not checked.
  void check_parts(JsonValue specification) {
    for (const JsonValue& part : specification) {
      if (part.is_named("values") || part.is_named("datasets")) continue;
      if (part.is_named("data")) {
        if (const auto url = part.find("url"))
          fields_.fail(*url, "is not supported; provide inline data in data.values");
      }
      check_part(part);
      check_parts(part);
    }
  }

  void check_part(JsonValue part) {
    if (part.is_named("bind") && part.is(object))
      return note("the page shows no input elements, so the parameter keeps its initial value",
                  part);
    if (part.is_named("href") && !part.is(null))
      return note("the marks of a chart are not links on its page", part);
    if (!part.is_named("mark")) return;
    const std::string mark = name_of(part);
    if (mark == "image")
      note("the page loads no images for a chart, so the marks are not shown", part);
    else if (!mark.empty() && std::find(kMarks.begin(), kMarks.end(), mark) == kMarks.end())
      note(
          "Vega-Lite has no such mark, so the chart cannot be drawn; there are arc, area, bar, "
          "boxplot, circle, errorband, errorbar, geoshape, line, point, rect, rule, square, text, "
          "tick and trail",
          part);
  }

  void check_records(JsonValue specification) {
    const auto data = specification.find("data");
    const auto values = data ? data->find("values") : std::nullopt;
    const auto name = data ? data->find("name") : std::nullopt;
    // A sequence, a sphere and the like are generated.
    if (!values && !name) return;
    const auto records = values ? values : named_records(specification, name->string());
    if (records && !records->is(array)) return;
    chart_.is_empty = !records || records->size() == 0;
    // A transform makes members of its own.
    if (chart_.is_empty || specification.find("transform")) return;
    std::vector<std::string> keys = keys_in(specification);
    for (const JsonValue& record : *records) {
      if (keys.empty()) return;
      // A value that is not an object is the member `data`, or has the name that the specification
      // gives it.
      if (!record.is(object)) return;
      std::erase_if(keys, [&](const std::string& key) { return record.find(key).has_value(); });
    }
    chart_.missing_keys = std::move(keys);
  }

  core::FieldReader& fields_;
  Chart& chart_;
};

}  // namespace

void check_vega_lite(JsonValue specification, core::FieldReader& fields, Chart& chart) {
  SpecificationCheck(fields, chart).check(specification);
}

}  // namespace templates
