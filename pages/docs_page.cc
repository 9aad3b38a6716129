#include "pages/docs_page.h"

#include "html/assets.h"
#include "pages/document.h"

namespace pages {

// Without the layout of other pages, as Swagger UI has its own.
Html docs_page() {
  Html head = stylesheet(kSwaggerStylesheet);
  head += stylesheet(kDocsStylesheet);
  head += html(
      "<script src=\"{}\" defer></script>\n"
      "<script src=\"{}\" defer></script>\n",
      kSwaggerScript, kDocsScript);
  return document({"Artifact Share API", std::move(head), "",
                   html("<main id=\"reference\"></main>\n"
                        "<noscript><p>This page requires JavaScript. The OpenAPI description is at "
                        "<a href=\"/openapi.json\">/openapi.json</a>.</p></noscript>\n")});
}

}  // namespace pages
