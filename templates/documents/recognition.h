// Document: what a person or a program has as a file or a text, and wants to share.
//
// Recognises what it is, and so which template shows it: PDFs and pictures by their first bytes,
// everything else by its extension. Without an extension, or with .txt, HTML is a web page, JSON is
// a chart or a table if the service's readers accept it, lines with the same number of tabs are a
// table, and all other text is Markdown.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/artifact.h"
#include "core/error.h"

namespace templates {

struct Document {
  std::string name;         // of the file, without its folder; empty for a text
  std::string bytes;        // without a byte order mark
  std::string folder = {};  // of the file, for a program that reads others beside it
  std::string alt = {};     // what a picture shows, for those who do not see it
};

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
  pdf,  // a PDF file
  picture,
  html,          // a web page
  html_pdf,      // the service makes a PDF of it; only if the user named the template
  markdown_pdf,  // likewise
  text_pdf,      // likewise, from any other text, converted to Markdown
  code,          // any other text
};

// The template that shows this format, unless the user names another.
core::Template template_of(Format format);

// For messages, with its article: "a chart", "Markdown".
std::string_view to_string(Format format);

// The messages of errors continue the name of the document: "is empty".

// Errors: invalid_content, for a document that is empty or only white space, or neither UTF-8 text
// nor a PDF or picture.
core::Result<Format> recognised_format(const Document& document);

// The format to send the document in so that this template shows it. Errors: also does_not_fit(),
// such as for a PDF file as a chart, or for Markdown as a table.
core::Result<Format> format_shown_by(core::Template wanted, const Document& document);

// The error, with the field `template`, for a document of another format; with the line if it is
// JSON that is not valid.
core::Error does_not_fit(core::Template wanted, const Document& document, Format recognised);

// Whether it is a PDF file, even with other bytes before its header.
bool is_pdf(const Document& document);

// Whether it is a picture. SVG is one too where its name does not say that it is something else.
bool is_picture(const Document& document);

// Whether the name says nothing about the format of a text.
bool is_any_text(const std::string& name);

// The encoding of text that is not UTF-8, as iconv names it; empty if the bytes are probably no
// text, and for UTF-8.
std::string_view likely_encoding(std::string_view bytes);

// The language of a file that is recognised by its whole name, such as Makefile; empty for others.
std::string_view language_of_name(std::string_view name);

// Why, and where, a file with a name of JSON is not valid JSON; nothing for other files.
std::optional<std::string> problem_of_json_file(const Document& document);

}  // namespace templates
