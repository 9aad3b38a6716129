#include "client/documents/content.h"

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <optional>

#include "client/documents/markdown_text.h"
#include "client/documents/recognition/tabular_text.h"
#include "client/failure.h"
#include "core/encodings/encoded_file.h"
#include "core/encodings/encoding.h"
#include "core/json/json_writer.h"
#include "core/text/ascii.h"
#include "core/text/split.h"

namespace client {
namespace {

using core::JsonType;
using core::JsonValue;

// Of files that are known by their whole name or their first line, and of standard input. The
// service knows the others by their extension.
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

// Records on lines of their own, or in an array.
void write_records(core::JsonWriter& json, const std::string& text) {
  if (core::trim(text).starts_with('[')) {
    json.raw(text);
  } else {
    write_json_lines(json, text);
  }
}

// The first of these members that is a string.
std::optional<std::string> text_of(JsonValue content, std::initializer_list<const char*> names) {
  for (const char* const name : names) {
    const auto value = content.find(name);
    if (value && value->is(JsonType::string)) return value->string();
  }
  return std::nullopt;
}

std::optional<std::string> pdf_of(JsonValue content) {
  auto data = text_of(content, {"data", "base64", "file", "pdf"});
  if (!data) return text_of(content, {"html", "markdown", "text", "url"});
  auto bytes = core::decode_file(*std::move(data));
  if (!bytes) {
    throw Failure(ExitStatus::failure,
                  "the artifact has a PDF file that cannot be decoded; try --json");
  }
  return bytes;
}

}  // namespace

std::string_view language_of_name(std::string_view name) {
  if (name == "Makefile" || name == "GNUmakefile" || name == "makefile") return "makefile";
  if (name.starts_with("Dockerfile") || name == "Containerfile") return "dockerfile";
  if (name == "CMakeLists.txt") return "cmake";
  return {};
}

std::string language_of(const Document& document) {
  std::string language = named_language_of(document);
  const std::size_t dot = document.name.rfind('.');
  if (!language.empty() || is_any_text(document.name) || dot == std::string::npos) return language;
  language = core::in_lower_case(std::string_view(document.name).substr(dot + 1));
  const bool is_plain = std::all_of(language.begin(), language.end(), [](char c) {
    return core::is_letter_or_digit(c) || c == '+' || c == '#' || c == '-';
  });
  return is_plain ? language : std::string();
}

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

std::string filename_of(const Document& document, Format format) {
  if (document.name.empty()) return {};
  if (format == Format::pdf || format == Format::code || format == Format::plain_text)
    return document.name;
  if (template_of(format) != core::Template::pdf) return {};
  return std::filesystem::path(document.name).replace_extension(".pdf").string();
}

std::string content_of(const Document& document, Format format) {
  const std::string& text = document.bytes;
  if (format == Format::chart || format == Format::json_table) return text;
  core::JsonWriter json;
  json.begin_object();
  switch (format) {
    case Format::markdown:
      json.member("text", text);
      break;
    case Format::text_markdown:
      json.member("text", markdown_of(document));
      break;
    case Format::csv:
      json.member("csv", text);
      break;
    case Format::tsv:
      json.member("csv", csv_of_tsv(text));
      break;
    case Format::json_lines:
      json.key("rows");
      write_json_lines(json, text);
      break;
    case Format::chart_records:
      json.key("data");
      write_records(json, text);
      break;
    case Format::json_rows:
      write_rows(json, text);
      break;
    case Format::pdf:
      json.member("data", core::to_base64(core::as_bytes(text)));
      break;
    case Format::html:
      json.member("html", text);
      break;
    case Format::markdown_pdf:
      json.member("markdown", text);
      break;
    case Format::text_pdf:
      json.member("markdown", markdown_of(document));
      break;
    case Format::plain_text:
      json.member("text", text).member("language", "text");
      break;
    case Format::code: {
      json.member("text", text);
      const std::string language = named_language_of(document);
      if (!language.empty()) json.member("language", language);
      break;
    }
    case Format::chart:
    case Format::json_table:
      break;
  }
  const std::string filename = filename_of(document, format);
  if (!filename.empty()) json.member("filename", filename);
  json.end_object();
  return json.text();
}

std::string document_of(core::Template shown_by, JsonValue content) {
  std::optional<std::string> text;
  switch (shown_by) {
    case core::Template::markdown:
      text = text_of(content, {"text", "markdown", "body", "content", "md", "source"});
      break;
    case core::Template::code:
      text = text_of(content, {"text", "code", "source", "content"});
      break;
    case core::Template::table:
      text = text_of(content, {"csv"});
      break;
    case core::Template::pdf:
      text = pdf_of(content);
      break;
    case core::Template::chart:
      break;
  }
  return text ? *std::move(text) : std::string(content.text()) + '\n';
}

}  // namespace client
