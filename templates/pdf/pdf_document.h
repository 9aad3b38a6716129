// The HTML document from which a PDF is generated.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "html/html.h"
#include "templates/pdf/pdf_content.h"

namespace templates {

// Renders Markdown as a complete document without anything of a share page. Its stylesheet is
// pdf/document.css. Thread-safe.
html::Html html_of_markdown(const std::string& source, std::string_view title);

// HTML content unchanged, Markdown content by html_of_markdown(); nothing if the content is a file
// or a URL. The HTML is untrusted: it is only for the PDF and is never sent to a browser.
// Thread-safe.
std::optional<std::string> pdf_document(const PdfContent& content, std::string_view title);

}  // namespace templates
