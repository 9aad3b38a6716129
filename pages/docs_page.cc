#include "pages/docs_page.h"

#include "html/assets.h"

namespace pages {

// A page of its own, without the frame of the others: Swagger UI brings its own.
Html docs_page() {
  return html(
      "<!doctype html>\n"
      "<html lang=\"en\">\n"
      "<head>\n"
      "<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>Artifact Share API</title>\n"
      "<link rel=\"icon\" href=\"{}\" type=\"image/svg+xml\">\n"
      "<link rel=\"stylesheet\" href=\"{}\">\n"
      "<link rel=\"stylesheet\" href=\"{}\">\n"
      "<script src=\"{}\" defer></script>\n"
      "<script src=\"{}\" defer></script>\n"
      "</head>\n"
      "<body>\n"
      "<main id=\"reference\"></main>\n"
      "<noscript><p>This page requires JavaScript. The OpenAPI description is at "
      "<a href=\"/openapi.json\">/openapi.json</a>.</p></noscript>\n"
      "</body>\n"
      "</html>\n",
      kFavicon, kSwaggerStylesheet, kDocsStylesheet, kSwaggerScript, kDocsScript);
}

}  // namespace pages
