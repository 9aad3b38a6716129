// The HTML document that a PDF is made of.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "html/html.h"
#include "templates/pdf/pdf_content.h"

namespace templates {

// A document of its own of the rendered Markdown, with nothing of a share page around it. It has no
// style: that of PDFs is pdf/document.css. Thread-safe.
html::Html html_of_markdown(const std::string& source, std::string_view title);

// Of HTML the document as it is, of Markdown as html_of_markdown() makes it; nothing if the content
// is a file, or the address of one. The HTML is untrusted: it is for the PDF alone and never
// goes to a browser. Thread-safe.
std::optional<std::string> pdf_document(const PdfContent& content, std::string_view title);

}  // namespace templates
