// The content of a pdf artifact, read from any of the dialects that clients send: the file itself
// in base64 (data|base64|file|pdf, also as a data: URL), html or markdown (also text) of which the
// PDF is to be made, or the https address of one (url); and a filename. The first of these that is
// there counts.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/json/json_tree.h"
#include "core/result.h"

namespace templates {

// A file that decode_pdf() can decode: its text was checked. Valid as long as the content's tree.
struct PdfFile {
  core::JsonValue base64;
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
  std::optional<std::string> filename;  // as it was sent
};

// `content` is the root of its tree. Nothing if there is none of the fields. Errors:
// invalid_content, where one has the wrong type, a file is not base64 or not a PDF, or a URL is not
// https.
core::Result<std::optional<PdfContent>> read_pdf(core::JsonValue content);

// The bytes of the file; nothing if the content is not a file.
std::optional<std::string> decode_pdf(const PdfContent& content);

// A name to download a PDF by: what is left of `filename` when folders, control characters, quotes,
// leading dots and what file systems do not take are away, at most 120 code points, with .pdf at
// its end. "document.pdf" if nothing is left.
std::string download_name(std::string_view filename);

}  // namespace templates
