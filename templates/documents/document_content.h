// Converts a document to an artifact's content, as the API accepts it, and edits content.
#pragma once

#include <string>
#include <string_view>

#include "core/artifact.h"
#include "core/error.h"
#include "core/text/json.h"
#include "templates/documents/recognition.h"

namespace templates {

// The file name for downloads; empty if there is none.
std::string filename_of(const Document& document, Format format);

// Whether the document has a title of its own, in place of which its file's name would stand.
bool has_own_title(const Document& document, Format format);

// Values separated by tabs as CSV (RFC 4180). Values that begin and end with a double quote are
// unquoted, as spreadsheets and data frames write them.
std::string csv_of_tsv(std::string_view tsv);

// A document that is not Markdown, written in Markdown: tables as tables, code in a block.
std::string markdown_of(const Document& document);

// The bytes of a format that is sent as a file: the document, or what is made of it.
std::string file_of(const Document& document, Format format);

// The value of `content`, as JSON. A JSON document is copied as it is, so its numbers keep their
// text.
std::string content_of(const Document& document, Format format);

// The text of a content that a person edits: the text that its page shows, or else all of it as
// JSON.
struct ContentSource {
  std::string member;    // of the content, which has the text; empty for all of it
  std::string text;      // empty for a file
  bool is_file = false;  // a PDF or picture, which can only be replaced
};
ContentSource source_of(core::Template id, core::JsonValue content);

// The content with another text for its source. Errors: invalid_content if the source is all of it
// and the text is no JSON object.
core::Result<core::JsonTree> with_source(core::JsonValue content, const ContentSource& source,
                                         const std::string& text);

}  // namespace templates
