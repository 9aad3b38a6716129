// The content of a pdf artifact, read from any of the formats that clients send: the file itself in
// base64 (data|base64|file|pdf, also as a data: URL), html or markdown (also text) from which the
// PDF is generated, or its https URL (url); and a filename. If there are several, the first of
// these counts.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/error.h"
#include "core/text/json.h"
#include "html/html.h"

namespace templates {

// A validated file, which decode_pdf() decodes.
struct PdfFile {
  bool has_end = false;  // what every PDF ends with, which a file that was cut off lacks
};
struct PdfHtml {
  std::string html;
};
struct PdfMarkdown {
  std::string markdown;
};
struct PdfUrl {
  std::string url;  // https, with a host; never fetched by the service
};

struct PdfContent {
  std::variant<PdfFile, PdfHtml, PdfMarkdown, PdfUrl> source;
  std::optional<std::string> filename;       // unchanged
  std::optional<core::JsonValue> sent = {};  // the string of a content that has the source
};

// `content` is the root of its tree. Nothing if it has none of the fields. Errors: invalid_content
// if one has the wrong type, a file is not base64 or not a PDF, or a URL is not https.
core::Result<std::optional<PdfContent>> read_pdf(core::JsonValue content);

// Whether an HTML document has text or images, as far as its tags show. Takes linear time.
bool shows_something(std::string_view html);

// The parts of an HTML document that a PDF made of it does not show, in words: "scripts, grid
// layout". Empty if nothing is known. Takes linear time.
std::string unsupported_in_pdf(std::string_view html);

// The bytes of the file; nothing if the content is not a file.
std::optional<std::string> decode_pdf(const PdfContent& content);

// The Markdown source of the PDF, or its HTML source in a code block; for a file or a URL, a
// sentence that says what it is.
std::string pdf_to_markdown(const PdfContent& content);

// The text of the Markdown or HTML, without the tags of the latter, and the file name.
std::string words_of_pdf(const PdfContent& content);

// A safe file name for downloading a PDF: `filename` without folders, control characters, quotes,
// leading dots and characters that file systems reject, at most 120 code points, with the extension
// .pdf. "document.pdf" if nothing is left.
std::string download_name(std::string_view filename);

// The HTML document from which a PDF is generated.

// Renders Markdown as a complete document without anything of a share page. Its stylesheet is
// pdf/document.css. Thread-safe.
html::Html html_of_markdown(const std::string& source, std::string_view title);

// HTML content unchanged, Markdown content by html_of_markdown(); nothing if the content is a file
// or a URL. The HTML is untrusted: it is only for the PDF and is never sent to a browser.
// Thread-safe.
std::optional<std::string> pdf_document(const PdfContent& content, std::string_view title);

}  // namespace templates
