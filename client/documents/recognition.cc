#include "client/documents/recognition.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "client/documents/json_shape.h"
#include "client/documents/tabular_text.h"
#include "client/failure.h"
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

bool is_pdf(std::string_view bytes) { return bytes.starts_with("%PDF-"); }

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
  return Format::markdown;
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

Format recognise_text(const Document& document) {
  const std::string extension = extension_of(document.name);
  if (const auto format = format_of_extension(extension)) return *format;
  if (extension == "json") return recognise_json(document.bytes).value_or(Format::code);
  if (extension == "jsonl" || extension == "ndjson")
    return is_json_lines(document.bytes) ? Format::json_lines : Format::code;
  if (!extension.empty()) return Format::code;
  const Format format = recognise_content(document.bytes);
  // Plain text without a name is most often Markdown; with one, such as Makefile, it is not.
  return format == Format::markdown && !document.name.empty() ? Format::code : format;
}

bool is_table(Format format) { return template_of(format) == core::Template::table; }

}  // namespace

core::Template template_of(Format format) {
  switch (format) {
    case Format::markdown:
      return core::Template::markdown;
    case Format::chart:
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
      return core::Template::pdf;
    case Format::code:
      break;
  }
  return core::Template::code;
}

std::string_view to_string(Format format) {
  switch (format) {
    case Format::markdown:
      return "Markdown";
    case Format::chart:
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
      return "a PDF made of it";
    case Format::code:
      break;
  }
  return "code";
}

Format recognise(const Document& document) {
  if (is_pdf(document.bytes)) return Format::pdf;
  if (document.bytes.empty()) throw Failure(ExitStatus::failure, name_of(document) + " is empty");
  if (!is_text(document.bytes)) {
    throw Failure(ExitStatus::failure,
                  name_of(document) + " is neither text in UTF-8 nor a PDF file");
  }
  return recognise_text(document);
}

Format format_for(const Document& document, core::Template wanted) {
  const Format recognised = recognise(document);
  if (template_of(recognised) == wanted) return recognised;
  const bool is_binary = recognised == Format::pdf;
  switch (wanted) {
    case core::Template::markdown:
      if (!is_binary) return Format::markdown;
      break;
    case core::Template::code:
      if (!is_binary) return Format::code;
      break;
    case core::Template::pdf:
      return Format::markdown_pdf;
    case core::Template::table: {
      // JSON of which recognition was not sure, or text of another extension.
      const auto tree = core::JsonTree::parse(document.bytes);
      if (tree && tree->root().is(core::JsonType::object)) return Format::json_table;
      const Format content = is_binary ? recognised : recognise_content(document.bytes);
      if (is_table(content)) return content;
      if (!is_binary && !tree) return Format::csv;
      break;
    }
    case core::Template::chart: {
      const auto tree = core::JsonTree::parse(document.bytes);
      if (tree && tree->root().is(core::JsonType::object)) return Format::chart;
      break;
    }
  }
  throw Failure(ExitStatus::failure, name_of(document) + " cannot be shown with the template " +
                                         std::string(core::to_string(wanted)) + ": it is " +
                                         std::string(to_string(recognised)));
}

}  // namespace client
