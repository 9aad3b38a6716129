#include "pages/document.h"

#include "html/assets.h"

namespace pages {

using html::Html;

Html document(const Document& document) {
  return html::format(
      "<!doctype html>\n"
      "<html lang=\"en\">\n"
      "<head>\n"
      "<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{}</title>\n"
      "<link rel=\"icon\" href=\"{}\" type=\"image/svg+xml\">\n"
      "{}"
      "</head>\n"
      "<body{}>\n"
      "{}"
      "</body>\n"
      "</html>\n",
      document.title, html::kFavicon, document.head,
      document.body_class.empty() ? Html() : html::format(" class=\"{}\"", document.body_class),
      document.body);
}

Html private_page_meta() {
  return html::format(
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<meta name=\"robots\" content=\"noindex\">\n");
}

Html stylesheet(std::string_view path) {
  return html::format("<link rel=\"stylesheet\" href=\"{}\">\n", path);
}

Html skip_link() {
  return html::format("<a class=\"skip-link\" href=\"#main\">Skip to content</a>\n");
}

}  // namespace pages
