#include "templates/pdf/pdf_document.h"

#include "templates/markdown/markdown.h"

namespace templates {

using html::Html;

Html html_of_markdown(const std::string& source, std::string_view title) {
  const RenderedMarkdown rendered = render_markdown(source);
  const std::string_view name =
      title.empty() && !rendered.headings.empty() ? rendered.headings.front().text : title;
  return html::format(
      "<!doctype html>\n<html class=\"markdown\">\n<head>\n<meta "
      "charset=\"utf-8\">\n<title>{}</title>\n</head>\n"
      "<body>\n{}{}</body>\n</html>\n",
      name, rendered.leading_heading, rendered.html);
}

std::optional<std::string> pdf_document(const PdfContent& content, std::string_view title) {
  if (const auto* source = std::get_if<PdfHtml>(&content.source)) return source->html;
  if (const auto* source = std::get_if<PdfMarkdown>(&content.source))
    return html_of_markdown(source->markdown, title).str();
  return std::nullopt;
}

}  // namespace templates
