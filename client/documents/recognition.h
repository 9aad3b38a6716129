// What a document is, and so which template shows it: a PDF by its first bytes, everything else by
// the extension of its name. Without one, or with .txt, JSON is a chart or a table if the service's
// readers of these accept it, lines with the same number of tabs are a table, and all other text is
// Markdown.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "client/documents/document.h"
#include "core/artifact.h"

namespace client {

enum class Format : std::uint8_t {
  markdown,
  text_markdown,  // any other text, written in Markdown; only where Markdown is replaced
  chart,          // JSON: a chart
  chart_records,  // JSON: rows, as the data of a chart; only where the template is named
  json_table,     // JSON: an object with rows
  json_rows,      // JSON: an array of rows
  json_lines,     // one JSON object a line
  csv,
  tsv,
  pdf,           // a PDF file
  html,          // the service makes a PDF of it
  markdown_pdf,  // likewise; only where the template is named
  text_pdf,      // likewise, of any other text, written in Markdown
  code,          // any other text
};

// The template that shows it, unless another is named.
core::Template template_of(Format format);

// With its article, for people: "a chart", "Markdown".
std::string_view to_string(Format format);

// Throws Failure if the document is empty or white space, or neither text in UTF-8 nor a PDF file.
Format recognise(const Document& document);

// The format to send the document in so that this template shows it. Throws Failure if there is
// none, such as for a PDF file as a chart, or for Markdown as a table.
Format format_for(const Document& document, core::Template wanted);

// The same for a template that the user has not named: that of an artifact whose content is
// replaced. A table, a chart or a PDF does not become text then.
Format format_replacing(const Document& document, core::Template current);

// Whether it is a PDF file, also with something before its header.
bool is_pdf(const Document& document);

// Whether text with this name can have any format.
bool is_any_text(const std::string& name);

// Why a file that is JSON by its name is no valid JSON, and where; nothing for others.
std::optional<std::string> problem_of_json_file(const Document& document);

// Escape sequences of terminals (ECMA-48), which set colours and make links, in text that programs
// wrote for a terminal.

// The text without them. An escape character that begins none stays.
std::string without_terminal_sequences(std::string text);

}  // namespace client
