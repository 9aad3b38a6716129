#include "templates/table/table_template.h"

#include <array>
#include <string_view>

#include "core/text/utf8.h"
#include "templates/escaped_line_breaks.h"
#include "templates/table/column_style.h"
#include "templates/table/large_percents.h"
#include "templates/table/reader/table_reader.h"
#include "templates/table/table.h"
#include "templates/table/table_forms.h"
#include "templates/typed_content.h"

namespace templates {
namespace {

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
constexpr std::array kFiles{FileType{"text/csv", "csv"},
                            FileType{"text/tab-separated-values", "csv"}};

constexpr std::size_t kLongestShownName = 40;

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
void examine(const Table& table, ContentFindings& findings) {
  if (table.columns().empty())
    findings.warnings.push_back({core::WarningCode::content_empty,
                                 "the table has no rows, and its page says so", "/content"});
  if (const auto& field = table.escaped_csv())
    findings.warnings.push_back(escaped_line_breaks(*field));
  for (const std::string& key : table.missing_keys()) {
    findings.warnings.push_back({core::WarningCode::unknown_key,
                                 "no row of the table has the key \"" +
                                     std::string(core::first_code_points(key, kLongestShownName)) +
                                     "\", which a column names",
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

std::optional<RenderedContent> render(core::JsonValue content, core::RemoteImages images) {
  const auto table = read_table(content);
  return table && *table ? std::optional(render_table(**table, images)) : std::nullopt;
}

}  // namespace

constinit const TemplateDefinition kTableTemplate{
    .id = core::Template::table,
    .label = "Table",
    .noun = "Table",
    .plural = "tables",
    .check = check_by<read_table, examine>,
    .members = kMembers,
    .sources = kSources,
    .files = kFiles,
    .render = render,
    .markdown = write_by<read_table, to_markdown>,
    .csv = write_by<read_table, to_csv>,
    .raw_csv = write_by<read_table, to_raw_csv>,
    .table_rows = write_by<read_table, write_table_rows>,
    .example = R"({"columns": ["city", "sold"], "rows": [["Berlin", 3]]})",
    .content_schema =
        R"({"type":"object","description":"A table that readers can sort, search and export.","properties":{)"
        R"("columns":{"type":"array","description":"The columns' headings. In place of one, {\"key\":\"sold\",\"format\":\"number\"} groups digits; currency, percent and date are formats too.","items":{"type":["string","object"]}},)"
        R"("rows":{"type":"array","description":"Arrays with a value for each column: [[\"Berlin\",3.7]]. Objects by column name are accepted too.","items":{}},)"
        R"("csv":{"type":"string","description":"Instead of columns and rows: CSV whose first line is the headings."}}})",
    .text_member = "csv",
    .has_remote_images = true,
};

}  // namespace templates
