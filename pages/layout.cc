#include "pages/layout.h"

#include "html/assets.h"

namespace pages {
namespace {

Html head(const Layout& layout) {
  return html(
      "<!doctype html>\n"
      "<html lang=\"en\">\n"
      "<head>\n"
      "<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<meta name=\"theme-color\" media=\"(prefers-color-scheme: light)\" content=\"#ffffff\">\n"
      "<meta name=\"theme-color\" media=\"(prefers-color-scheme: dark)\" content=\"#15181c\">\n"
      "<meta name=\"robots\" content=\"noindex\">\n"
      "<meta name=\"referrer\" content=\"{}\">\n"
      "<title>{}</title>\n"
      "<link rel=\"icon\" href=\"{}\" type=\"image/svg+xml\">\n"
      "<link rel=\"stylesheet\" href=\"{}\">\n"
      "{}"
      "</head>\n",
      layout.sends_form ? "strict-origin" : "no-referrer", layout.title, kFavicon, kStylesheet,
      layout.head);
}

Html whole_page(const Layout& layout) {
  return html(
      "<body class=\"{}\">\n"
      "<a class=\"skip-link\" href=\"#main\">Skip to the content</a>\n"
      "<main id=\"main\" tabindex=\"-1\">\n"
      "{}"
      "</main>\n"
      "<footer class=\"page-footer\"><img src=\"{}\" alt=\"\" width=\"16\" height=\"16\">"
      "Artifact Share</footer>\n"
      "</body>\n",
      layout.body_class, layout.main, kFavicon);
}

Html content_alone(const Layout& layout) {
  return html(
      "<body class=\"{} embedded\">\n"
      "<main id=\"main\">\n"
      "{}"
      "</main>\n"
      "<script src=\"{}\" defer></script>\n"
      "</body>\n",
      layout.body_class, layout.main, kEmbeddedScript);
}

}  // namespace

Html lay_out(const Layout& layout) {
  Html page = head(layout);
  page +=
      layout.presentation == Presentation::embedded ? content_alone(layout) : whole_page(layout);
  page += "</html>\n";
  return page;
}

}  // namespace pages
