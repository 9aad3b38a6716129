#include "client/documents/recognition/recognition.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "client/documents/content.h"
#include "client/documents/recognition/json_shape.h"
#include "client/documents/recognition/markdown_signs.h"
#include "client/documents/recognition/program_output.h"
#include "client/documents/recognition/tabular_text.h"
#include "client/documents/recognition/text_encoding.h"
#include "client/documents/recognition/text_lines.h"
#include "client/failure.h"
#include "core/encodings/encoded_file.h"
#include "core/json/json_tree.h"
#include "core/text/ascii.h"
#include "core/text/split.h"
#include "core/text/utf8.h"

namespace client {
namespace {

// In lower case, without the dot; empty if the name has none.
std::string extension_of(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return {};
  return core::in_lower_case(name.substr(dot + 1));
}

bool is_text(std::string_view bytes) {
  return bytes.find('\0') == std::string_view::npos && core::is_utf8(bytes);
}

std::string name_of(const Document& document) {
  return document.name.empty() ? "standard input" : document.name;
}

bool is_html(std::string_view text) {
  constexpr std::size_t kLongest = 16;
  const std::string begin = core::in_lower_case(core::trim(text).substr(0, kLongest));
  return begin.starts_with("<!doctype html") || begin.starts_with("<html");
}

// Nothing if it is not JSON.
std::optional<Format> recognise_json(const std::string& text) {
  const auto tree = core::JsonTree::parse(text);
  if (!tree) return std::nullopt;
  switch (shape_of(tree->root())) {
    case JsonShape::chart:
      return Format::chart;
    case JsonShape::table:
      return Format::json_table;
    case JsonShape::rows:
      return Format::json_rows;
    case JsonShape::other:
      break;
  }
  return Format::code;
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

// Of text whose name says nothing.
Format recognise_content(const std::string& text) {
  if (is_html(text)) return Format::html;
  if (text.starts_with("#!") || text.starts_with("diff --git ")) return Format::code;
  const std::string_view trimmed = core::trim(text);
  if (trimmed.starts_with('{') || trimmed.starts_with('[')) {
    if (const auto format = recognise_json(text)) return *format;
    if (is_json_lines(text)) return Format::json_lines;
  }
  if (looks_like_tsv(text)) return Format::tsv;
  if (looks_like_csv(text)) return Format::csv;
  return looks_like_program_output(text) ? Format::plain_text : Format::markdown;
}

std::optional<Format> format_of_extension(std::string_view extension) {
  static constexpr std::array<std::pair<std::string_view, Format>, 9> kFormats{{
      {"md", Format::markdown},
      {"markdown", Format::markdown},
      {"mdown", Format::markdown},
      {"mkd", Format::markdown},
      {"csv", Format::csv},
      {"tsv", Format::tsv},
      {"tab", Format::tsv},
      {"html", Format::html},
      {"htm", Format::html},
  }};
  for (const auto& [name, format] : kFormats)
    if (name == extension) return format;
  return std::nullopt;
}

bool is_extension_of_json_lines(std::string_view extension) {
  return extension == "jsonl" || extension == "ndjson";
}

bool is_plain_text(Format format) {
  return format == Format::markdown || format == Format::plain_text || format == Format::code;
}

Format recognise_text(const Document& document) {
  const std::string extension = extension_of(document.name);
  if (const auto format = format_of_extension(extension)) return *format;
  if (extension == "json") return recognise_json(document.bytes).value_or(Format::code);
  if (is_extension_of_json_lines(extension))
    return is_json_lines(document.bytes) ? Format::json_lines : Format::code;
  if (!extension.empty()) return Format::code;
  const Format format = recognise_content(document.bytes);
  // Text without a name is most often Markdown; with one, such as Makefile, it is not.
  return is_plain_text(format) && !document.name.empty() ? Format::code : format;
}

bool is_table(Format format) { return template_of(format) == core::Template::table; }

bool is_named_json(const std::string& name) {
  const std::string extension = extension_of(name);
  return extension == "json" || is_extension_of_json_lines(extension);
}

std::string reason_of(const core::Error& error) {
  return std::string(core::reason_of_invalid_json(error));
}

// Nothing if it is valid. Values of any type, one a line, are valid too.
std::optional<std::string> problem_of_json(const Document& document) {
  const auto tree = core::JsonTree::parse(document.bytes);
  if (tree) return std::nullopt;
  std::size_t number = 0;
  for (const std::string_view line : lines_of(document.bytes)) {
    ++number;
    if (core::trim(line).empty()) continue;
    const auto value = core::JsonTree::parse(line);
    if (value) continue;
    return is_extension_of_json_lines(extension_of(document.name))
               ? "line " + std::to_string(number) + ": " + reason_of(value.error())
               : reason_of(tree.error());
  }
  return std::nullopt;
}

// Of text that its name or its first characters call JSON, and that is none.
std::optional<std::string> problem_of_meant_json(const Document& document) {
  const std::string_view text = core::trim(document.bytes);
  const bool begins_as_json =
      text.starts_with('{') || text.starts_with("[{") || text.starts_with("[[");
  const bool is_meant =
      is_named_json(document.name) || (is_any_text(document.name) && begins_as_json);
  return is_meant ? problem_of_json(document) : std::nullopt;
}

// Text that nothing says what it is may be CSV that recognition takes for prose, such as that with
// one column.
bool may_be_csv(const Document& document) {
  if (!is_any_text(document.name) || problem_of_meant_json(document)) return false;
  const Format content = recognise_content(document.bytes);
  return content == Format::markdown || content == Format::plain_text;
}

// How the document is sent so that a table shows it; nothing if it is none.
std::optional<Format> table_format_of(const Document& document, Format recognised) {
  if (recognised == Format::pdf || recognised == Format::chart) return std::nullopt;
  // JSON of which recognition was not sure.
  const auto tree = core::JsonTree::parse(document.bytes);
  if (tree && tree->root().is(core::JsonType::object)) return Format::json_table;
  const Format content = recognise_content(document.bytes);
  if (is_table(content)) return content;
  if (!tree && may_be_csv(document)) return Format::csv;
  return std::nullopt;
}

bool are_records(core::JsonValue rows) {
  return std::all_of(rows.begin(), rows.end(),
                     [](core::JsonValue row) { return row.is(core::JsonType::object); });
}

// The format of a document that a chart shows; nothing if it is none.
std::optional<Format> chart_format_of(const Document& document, Format recognised) {
  if (recognised == Format::json_lines) return Format::chart_records;
  const auto tree = core::JsonTree::parse(document.bytes);
  if (tree && recognised == Format::json_rows && are_records(tree->root()))
    return Format::chart_records;
  if (!tree || !tree->root().is(core::JsonType::object)) return std::nullopt;
  // `data` may be the rows of a table or the data of a chart, and so may values by column.
  if (recognised == Format::json_table && !tree->root().find("data") && !is_by_column(tree->root()))
    return std::nullopt;
  return Format::chart;
}

// Whether it is sent as Markdown without being written in it first. A file that may have any text
// must show that it is.
bool is_markdown(const Document& document, Format recognised) {
  if (recognised == Format::markdown) return true;
  static constexpr std::array<std::string_view, 3> kExtensions{"", "txt", "text"};
  return recognised == Format::code && is_any_text(document.name) && !document.name.empty() &&
         std::find(kExtensions.begin(), kExtensions.end(), extension_of(document.name)) !=
             kExtensions.end() &&
         recognise_content(document.bytes) == Format::markdown &&
         has_markdown_signs(document.bytes);
}

std::optional<Format> fitting_format(const Document& document, core::Template wanted,
                                     Format recognised) {
  switch (wanted) {
    case core::Template::markdown:
      if (recognised != Format::pdf) return Format::markdown;
      break;
    case core::Template::code:
      if (recognised != Format::pdf) return Format::code;
      break;
    case core::Template::pdf:
      return is_markdown(document, recognised) ? Format::markdown_pdf : Format::text_pdf;
    case core::Template::table:
      return table_format_of(document, recognised);
    case core::Template::chart:
      return chart_format_of(document, recognised);
  }
  return std::nullopt;
}

[[noreturn]] void refuse(const Document& document, core::Template wanted, Format recognised,
                         const std::string& advice = {}) {
  const auto problem = problem_of_meant_json(document);
  throw Failure(ExitStatus::failure,
                name_of(document) + " cannot be shown with the template " +
                    std::string(core::to_string(wanted)) + ": it is " +
                    (problem ? "not valid JSON: " + *problem : std::string(to_string(recognised))) +
                    advice);
}

bool shows_text(core::Template shown_by) {
  return shown_by != core::Template::table && shown_by != core::Template::chart;
}

}  // namespace

core::Template template_of(Format format) {
  switch (format) {
    case Format::markdown:
    case Format::text_markdown:
      return core::Template::markdown;
    case Format::chart:
    case Format::chart_records:
      return core::Template::chart;
    case Format::json_table:
    case Format::json_rows:
    case Format::json_lines:
    case Format::csv:
    case Format::tsv:
      return core::Template::table;
    case Format::pdf:
    case Format::html:
    case Format::markdown_pdf:
    case Format::text_pdf:
      return core::Template::pdf;
    case Format::plain_text:
    case Format::code:
      break;
  }
  return core::Template::code;
}

std::string_view to_string(Format format) {
  switch (format) {
    case Format::markdown:
    case Format::text_markdown:
      return "Markdown";
    case Format::chart:
    case Format::chart_records:
      return "a chart";
    case Format::json_table:
    case Format::json_rows:
    case Format::json_lines:
    case Format::csv:
    case Format::tsv:
      return "a table";
    case Format::pdf:
      return "a PDF";
    case Format::html:
    case Format::markdown_pdf:
    case Format::text_pdf:
      return "a PDF made of it";
    case Format::plain_text:
      return "plain text";
    case Format::code:
      break;
  }
  return "code";
}

Format recognise(const Document& document) {
  if (is_pdf(document)) return Format::pdf;
  if (document.bytes.empty()) throw Failure(ExitStatus::failure, name_of(document) + " is empty");
  if (core::trim(document.bytes).empty())
    throw Failure(ExitStatus::failure, name_of(document) + " has nothing but white space");
  if (!is_text(document.bytes)) {
    const std::string encoding(likely_encoding(document.bytes));
    throw Failure(ExitStatus::failure,
                  name_of(document) + " is neither text in UTF-8 nor a PDF file" +
                      (encoding.empty() ? ""
                                        : "; it may be text in " + encoding + ": try iconv -f " +
                                              encoding + " -t UTF-8"));
  }
  return recognise_text(document);
}

Format format_for(const Document& document, core::Template wanted) {
  const Format recognised = recognise(document);
  if (template_of(recognised) == wanted) return recognised;
  if (const auto format = fitting_format(document, wanted, recognised)) return *format;
  refuse(document, wanted, recognised);
}

Format format_replacing(const Document& document, core::Template current) {
  const Format recognised = recognise(document);
  if (template_of(recognised) != current && shows_text(current) && !is_plain_text(recognised)) {
    const bool can_be_named = recognised != Format::pdf;
    refuse(document, current, recognised,
           can_be_named ? "; --template " + std::string(core::to_string(current)) +
                              " shows its text nevertheless"
                        : "");
  }
  if (current == core::Template::markdown && is_plain_text(recognised) &&
      !is_markdown(document, recognised))
    return Format::text_markdown;
  return format_for(document, current);
}

bool is_pdf(const Document& document) {
  if (document.bytes.starts_with(core::kPdfHeader)) return true;
  // A text may be about PDF.
  return core::is_pdf(document.bytes) &&
         (!is_text(document.bytes) || extension_of(document.name) == "pdf");
}

bool is_any_text(const std::string& name) {
  static constexpr std::array<std::string_view, 6> kExtensions{"",    "txt", "text",
                                                               "dat", "log", "out"};
  const std::string extension = extension_of(name);
  return std::find(kExtensions.begin(), kExtensions.end(), extension) != kExtensions.end() &&
         language_of_name(name).empty();
}

std::optional<std::string> problem_of_json_file(const Document& document) {
  return is_named_json(document.name) ? problem_of_json(document) : std::nullopt;
}

}  // namespace client
