#include "templates/documents/recognition.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/text/data_frame.h"
#include "core/text/encodings.h"
#include "core/text/json.h"
#include "core/text/text.h"
#include "templates/content.h"
#include "templates/documents/tsv.h"
#include "templates/registry.h"
#include "templates/sent_file.h"
#include "templates/table/table_reader.h"

namespace templates {
namespace {

// In most UTF-16 text half of the bytes are 0: those at odd offsets if it is little-endian.
std::string_view encoding_by_zeros(std::string_view bytes) {
  std::size_t even = 0;
  std::size_t odd = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    if (bytes[i] == '\0') ++(i % 2 == 0 ? even : odd);
  const std::size_t many = bytes.size() / 4;
  if (even == 0 && odd > many) return "UTF-16LE";
  if (odd == 0 && even > many) return "UTF-16BE";
  return {};
}

bool is_control_character(char c) {
  return static_cast<unsigned char>(c) < 0x20 &&
         std::string_view("\t\n\f\r\x1b").find(c) == std::string_view::npos;
}

std::string_view encoding_of_other_text(std::string_view bytes) {
  if (bytes.starts_with("\xff\xfe") || bytes.starts_with("\xfe\xff")) return "UTF-16";
  if (bytes.find('\0') != std::string_view::npos) return encoding_by_zeros(bytes);
  if (std::any_of(bytes.begin(), bytes.end(), is_control_character)) return {};
  const bool is_of_windows = std::any_of(bytes.begin(), bytes.end(), [](char c) {
    return static_cast<unsigned char>(c) >= 0x80 && static_cast<unsigned char>(c) < 0xa0;
  });
  return is_of_windows ? "WINDOWS-1252" : "ISO-8859-1";
}

// The page that the template makes of the content; nothing if it cannot show it.
std::optional<ContentFindings> shown_by(core::Template reader, const std::string& content) {
  const auto findings = check_content(reader, content);
  if (!findings || !findings->is_shown) return std::nullopt;
  return *findings;
}

bool omits_data(const ContentFindings& findings) {
  return std::any_of(findings.warnings.begin(), findings.warnings.end(),
                     [](const core::Warning& warning) {
                       return warning.code == core::WarningCode::unused_member;
                     });
}

// {"scripts": {"build": "x"}}: could be a column of a data frame, and is a section of settings. A
// data frame of pandas counts its rows.
bool is_single_list(core::JsonValue root) {
  return root.size() == 1 && is_columns(root) && !core::has_row_numbers(*root.begin());
}

// By the service's own readers. What can be both, such as a list of records, is a table, which
// shows every value. Nothing if it is not JSON.
std::optional<Format> recognise_json(const std::string& text) {
  const auto tree = core::JsonTree::parse(text);
  if (!tree) return std::nullopt;
  const core::JsonValue root = tree->root();
  if (root.is(core::JsonType::array)) {
    const std::string rows = "{\"rows\":" + text + '}';
    return shown_by(core::Template::table, rows) ? Format::json_rows : Format::code;
  }
  if (!root.is(core::JsonType::object)) return Format::code;
  if (is_single_list(root)) return Format::code;
  const auto table = shown_by(core::Template::table, text);
  if ((!table || omits_data(*table)) && shown_by(core::Template::chart, text)) return Format::chart;
  return table ? Format::json_table : Format::code;
}

bool is_json_lines(std::string_view text) {
  std::size_t objects = 0;
  while (!core::trim(text).empty()) {
    const std::string line(core::take_until(text, '\n'));
    if (line.empty()) continue;
    const auto tree = core::JsonTree::parse(line);
    if (!tree || !tree->root().is(core::JsonType::object)) return false;
    ++objects;
  }
  return objects > 0;
}

// Cells as spreadsheets copy them: two rows or more with the same number of fields, of which those
// in quotes may have several lines. Code and lists begin with tabs throughout.
bool is_tsv(std::string_view text) {
  if (text.find('\t') == std::string_view::npos) return false;
  const auto records = records_of_tsv(text);
  if (records.size() < 2) return false;
  const std::size_t width = records.front().size();
  const auto is_alike = [&](const auto& record) { return record.size() == width; };
  const auto has_first = [](const auto& record) { return !record.front().empty(); };
  return width > 1 && std::all_of(records.begin(), records.end(), is_alike) &&
         std::any_of(records.begin(), records.end(), has_first);
}

// That of a text whose extension a template's files have.
std::optional<Format> format_of_extension(std::string_view name) {
  const std::string_view media_type = media_type_of_name(name);
  for (const TemplateDefinition* definition : all_templates()) {
    const FileType* const type = definition->file_type(media_type);
    if (type == nullptr || type->form != FileType::Form::text || type->only_if_named) continue;
    return type->delimiter == '\t' ? Format::tsv : Format{definition->id, type->media_type};
  }
  return std::nullopt;
}

// What files of other programs are, and what to do with them; empty for others.
std::string_view advice_for(std::string_view extension) {
  struct Kind {
    std::array<std::string_view, 12> extensions;
    std::string_view advice;
  };
  static constexpr std::array<Kind, 6> kKinds{{
      {{"xlsx", "xls", "xlsm", "ods", "numbers"},
       "is a workbook; save the sheet that you want to share as CSV"},
      {{"docx", "doc", "odt", "pages"}, "is a document of a word processor; save it as PDF"},
      {{"pptx", "ppt", "odp", "key"}, "is a presentation; save it as PDF"},
      {{"zip", "gz", "tgz", "tar", "7z", "rar", "xz", "bz2", "zst"},
       "is an archive; take out the file that you want to share"},
      {{"heic", "heif", "bmp", "tif", "tiff", "psd", "ico"},
       "is a picture of a type that browsers do not show; save it as PNG or JPEG"},
      {{"mp3", "wav", "ogg", "m4a", "flac", "mp4", "mov", "webm", "avi", "mkv"},
       "is a recording, which cannot be shown"},
  }};
  if (extension.empty()) return {};
  for (const Kind& kind : kKinds)
    if (std::find(kind.extensions.begin(), kind.extensions.end(), extension) !=
        kind.extensions.end())
      return kind.advice;
  return {};
}

bool is_extension_of_json_lines(std::string_view extension) {
  return extension == "jsonl" || extension == "ndjson";
}

// Whether the format of text with this name is recognised by its content.
bool is_recognised_by_content(const std::string& name) {
  const std::string extension = extension_of(name);
  return (extension.empty() || extension == "txt") && language_of_name(name).empty();
}

Format recognise_text(const Document& document) {
  const std::string extension = extension_of(document.name);
  if (const auto format = format_of_extension(document.name)) return *format;
  if (extension == "json") return recognise_json(document.bytes).value_or(Format::code);
  if (is_extension_of_json_lines(extension))
    return is_json_lines(document.bytes) ? Format::json_lines : Format::code;
  if (!is_recognised_by_content(document.name)) return Format::code;
  const std::string_view text = core::trim(document.bytes);
  if (text.starts_with('{') || text.starts_with('['))
    if (const auto format = recognise_json(document.bytes)) return *format;
  return is_tsv(document.bytes) ? Format::tsv : Format::markdown;
}

bool is_named_json(const std::string& name) {
  const std::string extension = extension_of(name);
  return extension == "json" || is_extension_of_json_lines(extension);
}

std::string reason_of(const core::Error& error) {
  return std::string(core::reason_of_invalid_json(error));
}

// What the message of a problem continues is that the document is not valid JSON. Nothing if it is
// valid. One value of any type per line is valid too.
std::optional<core::Error> problem_of_json(const Document& document) {
  const auto tree = core::JsonTree::parse(document.bytes);
  if (tree) return std::nullopt;
  std::string_view rest = document.bytes;
  for (std::int64_t number = 1; !rest.empty(); ++number) {
    const std::string_view line = core::take_until(rest, '\n');
    if (core::trim(line).empty()) continue;
    const auto value = core::JsonTree::parse(line);
    if (value) continue;
    const bool has_lines = is_extension_of_json_lines(extension_of(document.name));
    core::Error problem = has_lines ? value.error() : tree.error();
    problem.message =
        (has_lines ? "line " + std::to_string(number) + ": " : "") + reason_of(problem);
    if (has_lines) problem.line = number;
    return problem;
  }
  return std::nullopt;
}

// The problem of a text that is JSON by its name or its first characters, but not valid.
std::optional<core::Error> problem_of_intended_json(const Document& document) {
  const std::string_view text = core::trim(document.bytes);
  const bool begins_as_json =
      text.starts_with('{') || text.starts_with("[{") || text.starts_with("[[");
  const bool is_meant =
      is_named_json(document.name) || (is_any_text(document.name) && begins_as_json);
  return is_meant ? problem_of_json(document) : std::nullopt;
}

// The format to send the document in as a table, regardless of its name; nothing if there is none.
// Any text may be CSV, for example with one column.
std::optional<Format> table_format_of(const Document& document, Format recognised) {
  if (recognised == Format::chart) return std::nullopt;
  if (const auto json = recognise_json(document.bytes)) {
    if (json->shown_by == core::Template::table) return json;
    const auto tree = core::JsonTree::parse(document.bytes);
    if (!tree->root().is(core::JsonType::object)) return std::nullopt;
    return Format::json_table;
  }
  if (is_json_lines(document.bytes)) return Format::json_lines;
  if (is_tsv(document.bytes)) return Format::tsv;
  if (is_any_text(document.name) && !problem_of_intended_json(document)) return Format::csv;
  return std::nullopt;
}

// The same for a chart. If it is an object, the service reports what is wrong with it.
std::optional<Format> chart_format_of(const Document& document, Format recognised) {
  if (recognised == Format::json_lines) return Format::chart_records;
  const auto tree = core::JsonTree::parse(document.bytes);
  if (!tree) return std::nullopt;
  const core::JsonValue root = tree->root();
  if (root.is(core::JsonType::array)) {
    const bool are_records = std::all_of(root.begin(), root.end(), [](core::JsonValue row) {
      return row.is(core::JsonType::object);
    });
    return are_records ? std::optional(Format::chart_records) : std::nullopt;
  }
  const bool is_other =
      recognised == Format::json_table && !shown_by(core::Template::chart, document.bytes);
  if (!root.is(core::JsonType::object) || is_other) return std::nullopt;
  return Format::chart;
}

// Nothing for other templates' files, and for text that begins none of this one's.
std::optional<Format> format_of_bytes(const TemplateDefinition& definition, std::string_view name,
                                      std::string_view bytes) {
  const FileType* const type =
      definition.recognise == nullptr ? nullptr : definition.recognise(name, bytes);
  return type == nullptr ? std::nullopt : std::optional(Format{definition.id, type->media_type});
}

std::optional<Format> fitting_format(const Document& document, core::Template wanted,
                                     Format recognised) {
  const FileType* const file = definition_of(recognised.shown_by).file_type(recognised.media_type);
  if (!is_text(document.bytes) || (file != nullptr && !file->beginning.empty()))
    return std::nullopt;
  const TemplateDefinition& definition = definition_of(wanted);
  if (const auto format = format_of_bytes(definition, {}, document.bytes)) return format;
  switch (wanted) {
    case core::Template::markdown:
      return Format::markdown;
    case core::Template::code:
      return Format::code;
    case core::Template::pdf:
      if (recognised.media_type == Format::html_pdf.media_type) return Format::html_pdf;
      return recognised == Format::markdown ? Format::markdown_pdf : Format::text_pdf;
    case core::Template::table:
      return table_format_of(document, recognised);
    case core::Template::chart:
      return chart_format_of(document, recognised);
    default:
      if (definition.files.empty() || definition.files.front().form != FileType::Form::text ||
          !is_any_text(document.name))
        return std::nullopt;
      return Format{wanted, definition.files.front().media_type};
  }
}

}  // namespace

std::string_view to_string(Format format) {
  const TemplateDefinition& definition = definition_of(format.shown_by);
  const FileType* const type = definition.file_type(format.media_type);
  const bool is_made = format.shown_by == core::Template::pdf && type != nullptr &&
                       type->form == FileType::Form::text;
  return is_made ? "a PDF made of it" : definition.singular;
}

core::Result<Format> recognised_format(const Document& document) {
  const auto problem = [](std::string_view message) {
    return core::Error{core::ErrorCode::invalid_content, message, "content"};
  };
  for (const TemplateDefinition* definition : all_templates())
    if (const auto format = format_of_bytes(*definition, document.name, document.bytes))
      return *format;
  if (document.bytes.empty()) return problem("is empty");
  if (core::trim(document.bytes).empty()) return problem("has only white space");
  if (is_text(document.bytes)) return recognise_text(document);
  if (const auto advice = advice_for(extension_of(document.name)); !advice.empty())
    return problem(advice);
  std::string message = "is neither text in UTF-8 nor a PDF or picture";
  const std::string_view encoding = likely_encoding(document.bytes);
  if (!encoding.empty()) message.append("; it may be text in ").append(encoding);
  return problem(message);
}

core::Result<Format> format_shown_by(core::Template wanted, const Document& document) {
  auto recognised = recognised_format(document);
  if (!recognised || recognised->shown_by == wanted) return recognised;
  if (const auto format = fitting_format(document, wanted, *recognised)) return *format;
  return does_not_fit(wanted, document, *recognised);
}

core::Error does_not_fit(core::Template wanted, const Document& document, Format recognised) {
  const auto problem = problem_of_intended_json(document);
  core::Error error{
      core::ErrorCode::invalid_content,
      "cannot be shown with the template " + std::string(core::to_string(wanted)) + ": it is " +
          (problem ? "not valid JSON: " + problem->message : std::string(to_string(recognised))),
      "template"};
  if (problem) error.line = problem->line;
  if (!problem && wanted == core::Template::chart && recognised.shown_by == core::Template::table)
    error.message.append("; a chart is JSON with type and data");
  return error;
}

std::string_view likely_encoding(std::string_view bytes) {
  return is_text(bytes) ? std::string_view() : encoding_of_other_text(bytes);
}

std::string_view language_of_name(std::string_view name) {
  if (name == "Makefile" || name == "GNUmakefile" || name == "makefile") return "makefile";
  if (name.starts_with("Dockerfile") || name == "Containerfile") return "dockerfile";
  if (name == "CMakeLists.txt") return "cmake";
  return {};
}

bool is_any_text(std::string_view name) {
  static constexpr std::array<std::string_view, 6> kExtensions{"",    "txt", "text",
                                                               "dat", "log", "out"};
  const std::string extension = extension_of(name);
  return std::find(kExtensions.begin(), kExtensions.end(), extension) != kExtensions.end() &&
         language_of_name(name).empty();
}

std::string extension_of(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return {};
  return core::in_lower_case(name.substr(dot + 1));
}

bool is_text(std::string_view bytes) {
  return bytes.find('\0') == std::string_view::npos && core::is_utf8(bytes);
}

std::optional<std::string> problem_of_json_file(const Document& document) {
  const auto problem = is_named_json(document.name) ? problem_of_json(document) : std::nullopt;
  return problem ? std::optional(problem->message) : std::nullopt;
}

}  // namespace templates
