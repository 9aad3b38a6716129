#include "templates/table/table_forms.h"

#include "core/input/content_reader.h"
#include "core/text/markdown_writer.h"
#include "templates/form.h"

namespace templates {
namespace {

using core::ContentReader;
using core::CsvWriter;
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

// Whether the separators alone do.
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
  markdown.add_field(is_empty ? std::string() : ContentReader::shown_text(*value));
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

}  // namespace templates
