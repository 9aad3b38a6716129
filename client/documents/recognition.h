// Recognises what a document is, and so which template shows it: a PDF by its first bytes,
// everything else by its extension. Without an extension, or with .txt, JSON is a chart or a table
// if the service's readers accept it, lines with the same number of tabs are a table, and all other
// text is Markdown.
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
  text_markdown,  // any other text, converted to Markdown; only to replace Markdown
  chart,          // JSON: a chart
  chart_records,  // JSON: rows, as the data of a chart; only if the user named the template
  json_table,     // JSON: an object with rows
  json_rows,      // JSON: an array of rows
  json_lines,     // one JSON object per line
  csv,
  tsv,
  pdf,           // a PDF file
  html,          // the service makes a PDF of it
  markdown_pdf,  // likewise; only if the user named the template
  text_pdf,      // likewise, from any other text, converted to Markdown
  code,          // any other text
};

// The template that shows this format, unless the user names another.
core::Template template_of(Format format);

// For messages, with its article: "a chart", "Markdown".
std::string_view to_string(Format format);

// Throws Failure if the document is empty or only white space, or neither UTF-8 text nor a PDF
// file.
Format recognise(const Document& document);

// The format to send the document in so that this template shows it. Throws Failure if there is
// none, such as for a PDF file as a chart, or for Markdown as a table.
Format format_for(const Document& document, core::Template wanted);

// The same for a template that the user has not named: that of the artifact whose content is
// replaced. Tables, charts and PDFs are then not converted to text.
Format format_replacing(const Document& document, core::Template current);

// Whether it is a PDF file, even with other bytes before its header.
bool is_pdf(const Document& document);

// Whether the name says nothing about the format of a text.
bool is_any_text(const std::string& name);

// Why, and where, a file with a name of JSON is not valid JSON; nothing for other files.
std::optional<std::string> problem_of_json_file(const Document& document);

// Terminal escape sequences (ECMA-48), for colours and links, in the output of programs.

// The text without them. An escape character that begins no sequence stays.
std::string without_terminal_sequences(std::string text);

}  // namespace client
