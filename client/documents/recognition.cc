#include "client/documents/recognition.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "client/command_line.h"
#include "client/documents/content.h"
#include "core/text/encodings.h"
#include "core/text/json.h"
#include "core/text/text.h"
#include "templates/content.h"

namespace client {
namespace {

// In lower case, without the dot; empty if the name has none.
std::string extension_of(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return {};
  return core::in_lower_case(name.substr(dot + 1));
}

bool is_text(std::string_view bytes) {
  return bytes.find('\0') == std::string_view::npos && core::is_utf8(bytes);
}

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

// The encoding of text that is not UTF-8, as iconv names it; empty if the bytes are probably no
// text.
std::string_view likely_encoding(std::string_view bytes) {
  if (bytes.starts_with("\xff\xfe") || bytes.starts_with("\xfe\xff")) return "UTF-16";
  if (bytes.find('\0') != std::string_view::npos) return encoding_by_zeros(bytes);
  if (std::any_of(bytes.begin(), bytes.end(), is_control_character)) return {};
  const bool is_of_windows = std::any_of(bytes.begin(), bytes.end(), [](char c) {
    return static_cast<unsigned char>(c) >= 0x80 && static_cast<unsigned char>(c) < 0xa0;
  });
  return is_of_windows ? "WINDOWS-1252" : "ISO-8859-1";
}

std::string name_of(const Document& document) {
  return document.name.empty() ? "standard input" : document.name;
}

// What the template's page shows of the content; nothing if it cannot show it.
std::optional<templates::ContentFindings> shown_by(core::Template reader,
                                                   const std::string& content) {
  const auto findings = templates::check_content(reader, content);
  if (!findings || !findings->is_shown) return std::nullopt;
  return *findings;
}

bool omits_data(const templates::ContentFindings& findings) {
  return std::any_of(findings.warnings.begin(), findings.warnings.end(),
                     [](const core::Warning& warning) {
                       return warning.code == core::WarningCode::unused_member;
                     });
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

// Two lines or more, with the same number of tabs. Code and lists begin with tabs.
bool is_tsv(std::string_view text) {
  std::ptrdiff_t tabs = 0;
  std::size_t lines = 0;
  while (!text.empty()) {
    const std::string_view line = core::take_until(text, '\n');
    if (line.empty() || line == "\r") continue;
    const auto count = std::count(line.begin(), line.end(), '\t');
    if (lines++ == 0) tabs = count;
    if (count == 0 || count != tabs || line.starts_with('\t')) return false;
  }
  return lines >= 2;
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

// Whether the format of text with this name is recognised by its content.
bool is_recognised_by_content(const std::string& name) {
  const std::string extension = extension_of(name);
  return (extension.empty() || extension == "txt") && language_of_name(name).empty();
}

Format recognise_text(const Document& document) {
  const std::string extension = extension_of(document.name);
  if (const auto format = format_of_extension(extension)) return *format;
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

// Nothing if it is valid. One value of any type per line is valid too.
std::optional<std::string> problem_of_json(const Document& document) {
  const auto tree = core::JsonTree::parse(document.bytes);
  if (tree) return std::nullopt;
  std::string_view rest = document.bytes;
  for (std::size_t number = 1; !rest.empty(); ++number) {
    const std::string_view line = core::take_until(rest, '\n');
    if (core::trim(line).empty()) continue;
    const auto value = core::JsonTree::parse(line);
    if (value) continue;
    return is_extension_of_json_lines(extension_of(document.name))
               ? "line " + std::to_string(number) + ": " + reason_of(value.error())
               : reason_of(tree.error());
  }
  return std::nullopt;
}

// The message for text that is JSON by its name or its first characters, but not valid.
std::optional<std::string> problem_of_intended_json(const Document& document) {
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
    if (template_of(*json) == core::Template::table) return json;
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

std::optional<Format> fitting_format(const Document& document, core::Template wanted,
                                     Format recognised) {
  if (recognised == Format::pdf) return std::nullopt;
  switch (wanted) {
    case core::Template::markdown:
      return Format::markdown;
    case core::Template::code:
      return Format::code;
    case core::Template::pdf:
      return recognised == Format::markdown ? Format::markdown_pdf : Format::text_pdf;
    case core::Template::table:
      return table_format_of(document, recognised);
    case core::Template::chart:
      return chart_format_of(document, recognised);
  }
  return std::nullopt;
}

[[noreturn]] void refuse(const Document& document, core::Template wanted, Format recognised,
                         const std::string& advice = {}) {
  const auto problem = problem_of_intended_json(document);
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
    case Format::code:
      break;
  }
  return "code";
}

Format recognise(const Document& document) {
  if (is_pdf(document)) return Format::pdf;
  if (document.bytes.empty()) throw Failure(ExitStatus::failure, name_of(document) + " is empty");
  if (core::trim(document.bytes).empty())
    throw Failure(ExitStatus::failure, name_of(document) + " has only white space");
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
  const bool is_text = recognised == Format::markdown || recognised == Format::code;
  if (template_of(recognised) != current && shows_text(current) && !is_text) {
    const bool can_be_named = recognised != Format::pdf;
    refuse(document, current, recognised,
           can_be_named ? "; --template " + std::string(core::to_string(current)) +
                              " shows its text nevertheless"
                        : "");
  }
  if (current == core::Template::markdown && recognised == Format::code)
    return Format::text_markdown;
  return format_for(document, current);
}

bool is_pdf(const Document& document) {
  if (document.bytes.starts_with(core::kPdfHeader)) return true;
  // A text may mention this header.
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

namespace {

constexpr char kEscape = '\x1b';

bool is_between(char c, char first, char last) { return c >= first && c <= last; }

std::size_t skip(std::string_view text, std::size_t at, char first, char last) {
  while (at < text.size() && is_between(text[at], first, last)) ++at;
  return at;
}

// The length of a sequence whose last character is in this range; 0 if something else follows.
std::size_t length_with_end(std::string_view text, std::size_t at, char first, char last) {
  return at < text.size() && is_between(text[at], first, last) ? at + 1 : 0;
}

// The length of a string, such as the URL of a link, up to BEL or ESC \, on one line.
std::size_t length_of_string(std::string_view text) {
  for (std::size_t at = 2; at < text.size() && text[at] != '\n'; ++at) {
    if (text[at] == '\a') return at + 1;
    if (text[at] == kEscape) return text.substr(at + 1).starts_with('\\') ? at + 2 : 0;
  }
  return 0;
}

// The length of the sequence at the beginning of the text; 0 if the escape character begins none.
std::size_t length_of_sequence(std::string_view text) {
  if (text.size() < 2) return 0;
  switch (text[1]) {
    case '[': {
      const std::size_t parameters = skip(text, 2, '0', '?');
      return length_with_end(text, skip(text, parameters, ' ', '/'), '@', '~');
    }
    case ']':
    case 'P':
    case 'X':
    case '^':
    case '_':
      return length_of_string(text);
    default:
      return length_with_end(text, skip(text, 1, ' ', '/'), '0', '~');
  }
}

}  // namespace

std::string without_terminal_sequences(std::string text) {
  std::size_t at = text.find(kEscape);
  if (at == std::string::npos) return text;
  std::size_t written = at;
  while (at < text.size()) {
    if (text[at] == kEscape) {
      const std::size_t length = length_of_sequence(std::string_view(text).substr(at));
      at += length;
      if (length > 0) continue;
    }
    text[written++] = text[at++];
  }
  text.resize(written);
  return text;
}

}  // namespace client
