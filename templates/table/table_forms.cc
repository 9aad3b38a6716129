#include "templates/table/table_forms.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>

#include "core/fields.h"
#include "core/text/json_writer.h"
#include "core/text/markdown_writer.h"
#include "core/text/text.h"
#include "html/amount.h"
#include "templates/content.h"
#include "templates/registry.h"
#include "templates/table/added_rows.h"
#include "templates/table/column_styles.h"
#include "templates/table/columns.h"
#include "templates/table/table.h"
#include "templates/table/table_reader.h"

namespace templates {
namespace {

using core::CsvWriter;
using core::FieldReader;
using core::JsonType;
using core::JsonValue;

enum class Formulas { guarded, as_sent };

void add_text(CsvWriter& csv, std::string_view text, Formulas formulas) {
  formulas == Formulas::guarded ? csv.add_text(text) : csv.add_field(text);
}

void add_cell(CsvWriter& csv, const TableCell& cell, Formulas formulas) {
  if (const auto* field = std::get_if<std::string_view>(&cell)) {
    // CSV does not distinguish numbers from other texts except by their form.
    if (core::is_number(*field)) return csv.add_field(*field);
    return add_text(csv, *field, formulas);
  }
  const auto* value = std::get_if<JsonValue>(&cell);
  if (value == nullptr || value->is(JsonType::null)) return csv.add_field({});
  if (value->is(JsonType::string)) return add_text(csv, value->string(), formulas);
  csv.add_field(value->text());
}

// Whether the separators alone take more bytes.
bool takes_more_than(std::size_t bytes, const Table& table) {
  return table.row_count() > 0 && table.row_count() > bytes / table.columns().size();
}

// A value may take a quote on either side, a separator, an apostrophe and doubled quotes.
constexpr std::size_t kMaximumGrowth = 4;

std::optional<std::string> write_csv(const Table& table, Formulas formulas) {
  const std::size_t most = kMaximumFormBytes + kMaximumGrowth * table.row_bytes();
  if (takes_more_than(most, table)) return std::nullopt;
  if (table.columns().empty()) return std::string();
  CsvWriter csv;
  for (const TableColumn& column : table.columns()) add_text(csv, column.label, formulas);
  csv.end_record();
  for (TableRows rows(table); rows.next();) {
    for (const TableCell& cell : rows.cells()) {
      if (csv.text().size() > most) return std::nullopt;
      add_cell(csv, cell, formulas);
    }
    csv.end_record();
  }
  return std::move(csv).text();
}

void add_cell(core::MarkdownTable& markdown, const TableCell& cell) {
  if (const auto* field = std::get_if<std::string_view>(&cell)) return markdown.add_field(*field);
  const auto* value = std::get_if<JsonValue>(&cell);
  const bool is_empty = value == nullptr || value->is(JsonType::null);
  markdown.add_field(is_empty ? std::string() : FieldReader::shown_text(*value));
}

constexpr std::array<std::string_view, 12> kMembers{
    "columns", "rows",    "data",  "csv",        "headers",    "fields",
    "items",   "records", "table", "columnDefs", "dataSource", "rowData"};
// In the order of table_reader.cc.
constexpr bool kIsText = true;
constexpr std::array<Source, 8> kSources{{{"rows", !kIsText},
                                          {"data", !kIsText},
                                          {"records", !kIsText},
                                          {"items", !kIsText},
                                          {"dataSource", !kIsText},
                                          {"rowData", !kIsText},
                                          {"csv"},
                                          {"table", !kIsText}}};
constexpr std::array kFiles{FileType{"text/csv", "csv", "csv"},
                            FileType{.media_type = "text/tab-separated-values",
                                     .extensions = "tsv tab",
                                     .member = "csv",
                                     .delimiter = '\t'}};

constexpr std::array kDownloads{Download{"csv", "CSV", ".csv", Form::csv, true},
                                Download{"json", "JSON", ".json", Form::json}};

void warn_of_unclear_columns(const Table& table, std::vector<core::Warning>& warnings) {
  const std::vector<ColumnStyle> styles = styles_of(table);
  std::size_t named = 0;
  for (std::size_t i = 0; i < styles.size() && named < Table::kMaximumNamed; ++i) {
    if (styles[i].unclear.empty()) continue;
    ++named;
    const std::string& label = table.columns()[i].label;
    warnings.push_back({core::WarningCode::unclear_notation,
                        "the column \"" +
                            std::string(core::first_code_points(label, kLongestShownName)) + "\" " +
                            styles[i].unclear,
                        "/content"});
  }
}

// A table without rows shows its columns.
void examine_table(const Table& table, ContentFindings& findings) {
  if (table.columns().empty())
    findings.warnings.push_back({core::WarningCode::content_empty,
                                 "the table has no rows, and its page says so", "/content"});
  if (const auto& field = table.escaped_csv())
    findings.warnings.push_back(escaped_line_breaks(*field));
  for (const std::string& key : table.keys().missing) {
    findings.warnings.push_back({core::WarningCode::unknown_key,
                                 "no row of the table has the key \"" +
                                     std::string(core::first_code_points(key, kLongestShownName)) +
                                     "\", which a column names",
                                 "/content"});
  }
  if (!table.keys().unshown.empty()) {
    findings.warnings.push_back({core::WarningCode::unknown_key,
                                 "rows have keys that no column names, and that are not shown: " +
                                     named_in_message(table.keys().unshown),
                                 "/content"});
  }
  for (const TablePart& part : table.ignored())
    findings.warnings.push_back({core::WarningCode::unknown_format, part.what, part.field});
  warn_of_unclear_columns(table, findings.warnings);
  for (const TablePart& part : table.unused())
    findings.warnings.push_back({core::WarningCode::unused_member, part.what, part.field});
  if (const auto& part = table.uneven_rows())
    findings.warnings.push_back({core::WarningCode::uneven_rows, part->what, part->field});
  for (const LargePercents& column : find_large_percents(table))
    findings.warnings.push_back(
        {core::WarningCode::percent_above_one,
         "the column \"" + std::string(core::first_code_points(column.label, kLongestShownName)) +
             "\" shows " + column.example + " as " + column.shown +
             ", as 1 is 100 %; divide its values by 100, or take the format "
             "number",
         "/content"});
}

std::string_view name_of(CellAlignment alignment) {
  constexpr std::array<std::string_view, 3> kNames{"left", "center", "right"};
  return kNames.at(static_cast<std::size_t>(alignment));
}

std::string_view name_of(CellFormat format) {
  constexpr std::array<std::string_view, 7> kNames{"number", "percent", "currency", "date",
                                                   "link",   "image",   "text"};
  return kNames.at(static_cast<std::size_t>(format));
}

// A line for each column that is described, in the order of their headings: columns may move.
std::string settings_of_columns(const Table& table) {
  std::multimap<std::string_view, std::string> lines;
  for (const TableColumn& column : table.columns()) {
    std::string line;
    const auto add = [&line](std::string_view word) {
      if (!word.empty()) line.append(line.empty() ? "" : ", ").append(word);
    };
    add(column.format ? name_of(*column.format) : std::string_view());
    add(column.align ? name_of(*column.align) : std::string_view());
    add(column.currency);
    add(column.language);
    if (!line.empty()) lines.emplace(column.label, std::move(line));
  }
  std::string text;
  for (const auto& [label, line] : lines) {
    core::JsonWriter heading;
    heading.value(label);
    text += "column " + heading.text() + ": " + line + '\n';
  }
  return text;
}

constexpr std::array kTableForms{Form::csv, Form::plain_text, Form::raw_csv, Form::table_rows};

class TableModel : public Model {
 public:
  TableModel(JsonValue content, Table table) : Model(content), table_(std::move(table)) {}

  RenderedContent page(RenderingOptions options) const override {
    return render_table(table_, options);
  }
  std::optional<std::string> form(Form form) const override {
    switch (form) {
      case Form::markdown:
        return to_markdown(table_);
      case Form::csv:
        return to_csv(table_);
      case Form::plain_text:  // which no spreadsheet opens by itself
      case Form::raw_csv:
        return to_raw_csv(table_);
      case Form::table_rows:
        return write_table_rows(table_);
      default:
        return std::nullopt;
    }
  }
  void examine(ContentFindings& findings) const override { examine_table(table_, findings); }
  // Markdown has tags for line breaks in cells.
  std::optional<std::string> words() const override { return to_raw_csv(table_); }
  std::optional<JsonValue> text() const override {
    const RowPlaces& places = table_.places();
    return places.form == RowPlaces::Form::csv ? places.list : std::nullopt;
  }
  core::Result<GrownContent> grown(const Addition& addition) const override {
    return with_added_rows(content(), table_, addition);
  }
  std::vector<std::string> keys_of_columns() const override {
    std::vector<std::string> keys;
    for (const TableColumn& column : table_.columns()) keys.push_back(column.key.value_or(""));
    return keys;
  }
  std::string settings() const override { return settings_of_columns(table_); }

 private:
  Table table_;
};

struct Counts {
  std::size_t numbers = 0;
  std::size_t above_two = 0;
  bool has_other = false;  // one that is a plausible share of 1
  std::string first;
};

void add(const TableCell& cell, Counts& counts) {
  std::string text;
  if (const auto* value = std::get_if<core::JsonValue>(&cell)) {
    text = value->is(core::JsonType::string) ? value->string() : std::string(value->text());
  } else if (const auto* field = std::get_if<std::string_view>(&cell)) {
    text = *field;
  }
  // A number with a sign of its own is shown unchanged.
  if (!core::is_number(text)) return;
  const double number = std::abs(core::parse_number(text).value_or(0));
  if (number == 0) return;
  if (counts.numbers++ == 0) counts.first = text;
  if (number <= 1) counts.has_other = true;
  if (number > 2) ++counts.above_two;
}

}  // namespace

std::optional<std::string> to_csv(const Table& table) {
  return write_csv(table, Formulas::guarded);
}

std::optional<std::string> to_raw_csv(const Table& table) {
  return write_csv(table, Formulas::as_sent);
}

std::optional<std::string> to_markdown(const Table& table) {
  if (takes_more_than(kMaximumFormBytes, table)) return std::nullopt;
  if (table.columns().empty()) return std::string();
  core::MarkdownTable markdown;
  for (const TableColumn& column : table.columns()) markdown.add_field(column.label);
  markdown.end_record();
  for (TableRows rows(table); rows.next();) {
    for (const TableCell& cell : rows.cells()) {
      if (markdown.text().size() > kMaximumFormBytes) return std::nullopt;
      add_cell(markdown, cell);
    }
    markdown.end_record();
  }
  return std::move(markdown).text();
}

constinit const TemplateDefinition kTableTemplate{
    .id = core::Template::table,
    .label = "Table",
    .noun = "Table",
    .singular = "a table",
    .plural = "tables",
    .copy_name = "Copy table",
    .read = read_as<TableModel, read_table>,
    .members = kMembers,
    .sources = kSources,
    .files = kFiles,
    .forms = kTableForms,
    .downloads = kDownloads,
    .example = R"({"columns": ["city", "sold"], "rows": [["Berlin", 3]]})",
    .content_schema =
        R"({"type":"object","description":"A table that readers can sort, search and export.","properties":{)"
        R"("columns":{"type":"array","description":"Headings. Instead of one, {\"key\":\"sold\",\"format\":\"number\"} groups digits; other formats are currency, percent and date.","items":{"type":["string","object"]}},)"
        R"("rows":{"type":"array","description":"Arrays with a value for each column, or objects by column name.","items":{}},)"
        R"("csv":{"type":"string","description":"Instead of both: CSV whose first line has the headings."}}})",
    .text_member = "csv",
    .has_remote_images = true,
};

std::vector<LargePercents> find_large_percents(const Table& table) {
  const auto& columns = table.columns();
  const auto is_percent = [](const TableColumn& column) {
    return column.format == CellFormat::percent;
  };
  if (std::none_of(columns.begin(), columns.end(), is_percent)) return {};
  std::vector<Counts> counts(columns.size());
  for (TableRows rows(table); rows.next();) {
    for (const std::size_t i : rows.columns_with_cells())
      if (is_percent(columns[i]) && !counts[i].has_other) add(rows.cells()[i], counts[i]);
  }
  std::vector<LargePercents> found;
  for (std::size_t i = 0; i < columns.size() && found.size() < Table::kMaximumNamed; ++i) {
    if (counts[i].has_other || 2 * counts[i].above_two <= counts[i].numbers) continue;
    const auto amount = html::Amount::parse(counts[i].first);
    if (amount) found.push_back({columns[i].label, counts[i].first, amount->as_percentage()});
  }
  return found;
}

}  // namespace templates
