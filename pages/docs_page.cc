#include "pages/docs_page.h"

#include "html/assets.h"
#include "pages/document.h"

namespace pages {

using html::Html;

// Without the layout of other pages, as Swagger UI has its own.
Html docs_page() {
  Html head = stylesheet(html::kSwaggerStylesheet);
  head += stylesheet(html::kDocsStylesheet);
  head += html::format(
      "<script src=\"{}\" defer></script>\n"
      "<script src=\"{}\" defer></script>\n",
      html::kSwaggerScript, html::kDocsScript);
  return document(
      {"Artifact Share API", std::move(head), "",
       html::format("<main id=\"reference\"></main>\n"
                    "<noscript><p>This page requires JavaScript. The OpenAPI description is at "
                    "<a href=\"/openapi.json\">/openapi.json</a>.</p></noscript>\n")});
}

}  // namespace pages
