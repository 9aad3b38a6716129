#include "pages/document.h"

#include "html/html.h"

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

namespace {

using html::Html;

Html head(const Layout& layout) {
  Html head = private_page_meta();
  head += html::format(
      "<meta name=\"theme-color\" media=\"(prefers-color-scheme: light)\" content=\"#ffffff\">\n"
      "<meta name=\"theme-color\" media=\"(prefers-color-scheme: dark)\" content=\"#15181c\">\n"
      "<meta name=\"referrer\" content=\"{}\">\n",
      layout.sends_form ? "strict-origin" : "no-referrer");
  head += stylesheet(html::kStylesheet);
  head += layout.head;
  return head;
}

Html whole_page(const Layout& layout) {
  return html::format(
      "{}"
      "<main id=\"main\" tabindex=\"-1\">\n"
      "{}"
      "</main>\n"
      "<footer class=\"page-footer\"><img src=\"{}\" alt=\"\" width=\"16\" height=\"16\">"
      "Artifact Share</footer>\n",
      skip_link(), layout.main, html::kFavicon);
}

Html content_alone(const Layout& layout) {
  return html::format(
      "<main id=\"main\">\n"
      "{}"
      "</main>\n"
      "<script src=\"{}\" defer></script>\n",
      layout.main, html::kEmbeddedScript);
}

}  // namespace

Html lay_out(const Layout& layout) {
  const bool is_embedded = layout.presentation == Presentation::embedded;
  std::string body_class(layout.body_class);
  if (is_embedded) body_class += " embedded";
  return document({layout.title, head(layout), body_class,
                   is_embedded ? content_alone(layout) : whole_page(layout)});
}

}  // namespace pages
