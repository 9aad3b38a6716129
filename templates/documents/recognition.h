// Document: what a person or a program has as a file or a text, and wants to share.
//
// Recognises what it is, and so which template shows it: by the bytes where a template knows its
// own (TemplateDefinition::recognise), everything else by its extension. Without an extension, or
// with .txt, JSON is a chart or a table if the service's readers accept it, lines with the same
// number of tabs are a table, and all other text is Markdown.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/artifact.h"
#include "core/error.h"

namespace templates {

struct Document {
  std::string name;             // of the file, without its folder; empty for a text
  std::string bytes;            // without a byte order mark
  std::string folder = {};      // of the file, for a program that reads others beside it
  std::string alt = {};         // what a picture shows, for those who do not see it
  bool keeps_metadata = false;  // a picture is stored as it is
};

// What is made of a document for its template.
enum class Conversion : std::uint8_t {
  none,      // it is a file that the template takes, or the JSON of a content
  csv,       // of values separated by tabs
  markdown,  // of any other text
  rows,      // of a JSON array with rows, an object with them
  lines,     // likewise, of one JSON object per line
  records,   // likewise, as the data of a chart
  code,      // a text with its language
};

// How a document is sent: to a template, and as what.
struct Format {
  core::Template shown_by;
  std::string_view media_type = {};  // of the template's files; empty for a content in JSON
  Conversion conversion = Conversion::none;

  friend bool operator==(const Format&, const Format&) = default;

  // Of the formats that are not recognised by the definition of a template alone.
  static const Format markdown, text_markdown, chart, chart_records, json_table, json_rows,
      json_lines, csv, tsv, html_pdf, markdown_pdf, text_pdf, code;
};

inline constexpr Format Format::markdown{core::Template::markdown, "text/markdown"};
inline constexpr Format Format::text_markdown{core::Template::markdown, "text/markdown",
                                              Conversion::markdown};
inline constexpr Format Format::chart{core::Template::chart};
inline constexpr Format Format::chart_records{core::Template::chart, {}, Conversion::records};
inline constexpr Format Format::json_table{core::Template::table};
inline constexpr Format Format::json_rows{core::Template::table, {}, Conversion::rows};
inline constexpr Format Format::json_lines{core::Template::table, {}, Conversion::lines};
inline constexpr Format Format::csv{core::Template::table, "text/csv"};
inline constexpr Format Format::tsv{core::Template::table, "text/csv", Conversion::csv};
inline constexpr Format Format::html_pdf{core::Template::pdf, "text/html"};
inline constexpr Format Format::markdown_pdf{core::Template::pdf, "text/markdown"};
inline constexpr Format Format::text_pdf{core::Template::pdf, "text/markdown",
                                         Conversion::markdown};
inline constexpr Format Format::code{core::Template::code, {}, Conversion::code};

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

// Whether the name says nothing about the format of a text.
bool is_any_text(std::string_view name);

// In lower case, without the dot; empty if the name has none.
std::string extension_of(std::string_view name);

// Whether the bytes are text in UTF-8.
bool is_text(std::string_view bytes);

// The encoding of text that is not UTF-8, as iconv names it; empty if the bytes are probably no
// text, and for UTF-8.
std::string_view likely_encoding(std::string_view bytes);

// The language of a file that is recognised by its whole name, such as Makefile; empty for others.
std::string_view language_of_name(std::string_view name);

// Why, and where, a file with a name of JSON is not valid JSON; nothing for other files.
std::optional<std::string> problem_of_json_file(const Document& document);

}  // namespace templates
