#include "templates/documents/document_content.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>

#include "core/text/csv.h"
#include "core/text/encodings.h"
#include "core/text/json_writer.h"
#include "core/text/markdown_writer.h"
#include "core/text/text.h"
#include "html/readable.h"
#include "templates/content.h"
#include "templates/documents/tsv.h"
#include "templates/html/html_text.h"
#include "templates/registry.h"
#include "templates/sent_file.h"
#include "templates/table/table_reader.h"

namespace templates {
namespace {

using core::JsonType;
using core::JsonValue;

// The languages of files that are recognised by their whole name or their first line. The service
// recognises the others by their extension.
std::string named_language_of(const Document& document) {
  const std::string& name = document.name;
  if (const auto language = language_of_name(name); !language.empty()) return std::string(language);
  const std::string_view text = document.bytes;
  if (name.find('.') == std::string::npos && text.starts_with("#!")) {
    const std::string_view first = text.substr(0, text.find('\n'));
    for (const char* const program : {"python", "bash", "node", "ruby", "perl", "php"})
      if (first.find(program) != std::string_view::npos) return program;
    if (first.find("sh") != std::string_view::npos) return "bash";
  }
  if (!name.empty()) return {};
  if (text.starts_with("diff --git ")) return "diff";
  const std::string_view trimmed = core::trim(text);
  return trimmed.starts_with('{') || trimmed.starts_with('[') ? "json" : "";
}

// Whether the first row of an array of arrays has the names of the columns: it has texts only, and
// a later row has a number or a boolean.
bool has_header(JsonValue rows) {
  const JsonValue first = *rows.begin();
  if (!first.is(JsonType::array) || first.begin() == first.end()) return false;
  const bool is_text = std::all_of(first.begin(), first.end(),
                                   [](JsonValue cell) { return cell.is(JsonType::string); });
  return is_text && std::any_of(++rows.begin(), rows.end(), [](JsonValue row) {
           return std::any_of(row.begin(), row.end(), [](JsonValue cell) {
             return cell.is(JsonType::number) || cell.is(JsonType::boolean);
           });
         });
}

void write_rows(core::JsonWriter& json, const std::string& text) {
  const auto tree = core::JsonTree::parse(text);
  const JsonValue rows = tree->root();
  if (!has_header(rows)) {
    json.key("rows").raw(rows.text());
    return;
  }
  json.key("columns").raw((*rows.begin()).text());
  json.key("rows").begin_array();
  for (auto row = ++rows.begin(); row != rows.end(); ++row) json.raw((*row).text());
  json.end_array();
}

void write_json_lines(core::JsonWriter& json, std::string_view text) {
  json.begin_array();
  while (!text.empty()) {
    const std::string_view line = core::take_until(text, '\n');
    if (!line.empty()) json.raw(line);
  }
  json.end_array();
}

// Records, one per line or in an array.
void write_records(core::JsonWriter& json, const std::string& text) {
  if (core::trim(text).starts_with('[')) {
    json.raw(text);
  } else {
    write_json_lines(json, text);
  }
}

// Escapes all Markdown in a cell.
std::string markdown_cell(std::string_view text) {
  std::string cell;
  for (const char c : core::markdown_line(text)) {
    if (c == '&') cell += '\\';
    cell += c;
  }
  return cell;
}

std::string markdown_table(const core::Csv& csv) {
  std::string text;
  const auto write_line = [&](const auto& cell_at) {
    for (std::size_t i = 0; i < csv.fields(0); ++i)
      text.append("| ").append(cell_at(i)).append(" ");
    text += "|\n";
  };
  for (std::size_t record = 0; record < csv.records(); ++record) {
    if (record == 1) write_line([](std::size_t) { return "---"; });
    write_line([&](std::size_t i) { return markdown_cell(csv.field(record, i)); });
  }
  if (csv.records() == 1) write_line([](std::size_t) { return "---"; });
  return text;
}

}  // namespace

bool has_own_title(const Document& document, Format format) {
  if (format.shown_by == core::Template::html)
    return !read_html_text(document.bytes, 1).title.empty();
  return format == Format::markdown;
}

std::string csv_of_tsv(std::string_view tsv) {
  core::CsvWriter csv;
  for (const auto& record : records_of_tsv(tsv)) {
    for (const std::string& value : record) csv.add_field(value);
    csv.end_record();
  }
  return std::move(csv).text();
}

std::string markdown_of(const Document& document) {
  const auto format = recognised_format(document);
  if (!format) return core::markdown_code_block(document.bytes, {});
  const bool is_table = format->shown_by == core::Template::table;
  const auto text = content_as(is_table ? Form::raw_csv : Form::markdown, format->shown_by,
                               content_of(document, *format));
  if (!text) return core::markdown_code_block(document.bytes, {});
  if (!is_table) return *text;
  const auto csv = core::Csv::parse(*text);
  return csv ? markdown_table(*csv) : core::markdown_code_block(document.bytes, {});
}

std::string filename_of(const Document& document, Format format) {
  const FileType* const type = definition_of(format.shown_by).file_type(format.media_type);
  const bool keeps_name = type == nullptr ? format == Format::code : type->keeps_name;
  if (!keeps_name || document.name.empty()) return {};
  if (type == nullptr || type->form == FileType::Form::base64) return document.name;
  return std::filesystem::path(document.name).replace_extension(".pdf").string();
}

std::string file_of(const Document& document, Format format) {
  if (format.conversion == Conversion::csv) return csv_of_tsv(document.bytes);
  return format.conversion == Conversion::markdown ? markdown_of(document) : document.bytes;
}

std::string content_of(const Document& document, Format format) {
  const std::string& text = document.bytes;
  if (format == Format::chart || format == Format::json_table) return text;
  const std::string filename = filename_of(document, format);
  if (const FileType* const type = definition_of(format.shown_by).file_type(format.media_type)) {
    const std::string bytes = file_of(document, format);
    return content_with(*type, {.media_type = {},
                                .name = filename,
                                .bytes = bytes,
                                .alt = document.alt,
                                .keeps_metadata = document.keeps_metadata});
  }
  core::JsonWriter json;
  json.begin_object();
  if (format == Format::json_lines) {
    json.key("rows");
    write_json_lines(json, text);
  } else if (format == Format::chart_records) {
    json.key("data");
    write_records(json, text);
  } else if (format == Format::json_rows) {
    write_rows(json, text);
  } else {
    json.member("text", text);
    const std::string language = named_language_of(document);
    if (!language.empty()) json.member("language", language);
    if (!filename.empty()) json.member("filename", filename);
  }
  json.end_object();
  return json.text();
}

namespace {

bool has_columns(JsonValue content) {
  return std::any_of(kColumnMembers.begin(), kColumnMembers.end(), [&](std::string_view name) {
    const auto columns = content.find(name);
    return columns && columns->is(JsonType::array);
  });
}

// Indenting leaves out what is beyond a megabyte.
constexpr std::size_t kLargestIndented = std::size_t{256} * 1024;

}  // namespace

ContentSource source_of(core::Template id, JsonValue content) {
  for (const Source& source : definition_of(id).sources) {
    const auto member = content.find(source.name);
    if (!member) continue;
    // Columns describe those of CSV by their places, so both are edited together.
    if (id == core::Template::table && source.is_text && has_columns(content)) break;
    if (!source.is_text && (member->is(JsonType::array) || member->is(JsonType::object))) break;
    if (!source.is_text || !member->is(JsonType::string)) continue;
    return {.member = std::string(source.name),
            .text = source.is_file ? std::string() : member->string(),
            .is_file = source.is_file};
  }
  const std::string_view text = content.text();
  return {.member = {},
          .text = text.size() > kLargestIndented ? std::string(text) : html::readable_json(text)};
}

core::Result<core::JsonTree> with_source(JsonValue content, const ContentSource& source,
                                         const std::string& text) {
  if (!source.member.empty()) {
    core::JsonWriter json;
    json.begin_object();
    for (const JsonValue& member : content) {
      json.key(member.name());
      if (member.is_named(source.member)) {
        json.value(text);
      } else {
        json.raw(member.text());
      }
    }
    json.end_object();
    return core::JsonTree::parse(std::string(json.text()));
  }
  const auto problem = [](std::string_view message) {
    return core::Error{core::ErrorCode::invalid_content, message, "content"};
  };
  auto tree = core::JsonTree::parse(std::string(text));
  if (!tree) {
    core::Error invalid =
        problem("is not valid JSON: " + std::string(core::reason_of_invalid_json(tree.error())));
    invalid.line = tree.error().line;
    return invalid;
  }
  if (!tree->root().is(JsonType::object)) return problem("must be a JSON object");
  if (const auto repeated = core::check_members(tree->root())) return problem(repeated->message);
  return tree;
}

}  // namespace templates
