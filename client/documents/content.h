// Converts a document to an artifact's content, as the API accepts it, and back.
#pragma once

#include <string>
#include <string_view>

#include "client/documents/document.h"
#include "client/documents/recognition.h"
#include "core/text/json.h"

namespace client {

// The file name for downloads; empty if there is none.
std::string filename_of(const Document& document, Format format);

// The language of a file that is recognised by its whole name, such as Makefile; empty for others.
std::string_view language_of_name(std::string_view name);

// Values separated by tabs as CSV (RFC 4180). Values that begin and end with a double quote are
// unquoted, as spreadsheets and data frames write them.
std::string csv_of_tsv(std::string_view tsv);

// A document that is not Markdown, written in Markdown: tables as tables, code in a block. Throws
// Failure, as recognise() does.
std::string markdown_of(const Document& document);

// The value of `content`, as JSON. A JSON document is copied as it is, so its numbers keep their
// text.
std::string content_of(const Document& document, Format format);

// The document that the content was made from: the text of Markdown, code and CSV, the bytes of a
// PDF file, HTML; otherwise JSON.
std::string document_of(core::Template shown_by, core::JsonValue content);

}  // namespace client
