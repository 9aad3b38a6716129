#include "pages/document.h"

#include <string>

#include "html/html.h"

namespace pages {

using html::Html;

namespace {

// The service's own also as PNG, which not every program that shows an icon can do without.
Html icons(const core::Installation& installation) {
  if (const auto& logo = installation.logo) {
    return html::format("<link rel=\"icon\" href=\"{}\" type=\"{}\">\n", logo->address,
                        logo->media_type);
  }
  return html::format(
      "<link rel=\"icon\" href=\"{}\" type=\"image/png\" sizes=\"32x32\">\n"
      "<link rel=\"icon\" href=\"{}\" type=\"image/svg+xml\">\n"
      "<link rel=\"apple-touch-icon\" href=\"{}\">\n",
      html::kIcon, html::kFavicon, html::kTouchIcon);
}

}  // namespace

Html document(const HtmlDocument& document) {
  const auto& colors = document.installation.stylesheet;
  return html::format(
      "<!doctype html>\n"
      "<html lang=\"{}\">\n"
      "<head>\n"
      "<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{}</title>\n"
      "{}{}{}"
      "</head>\n"
      "<body{}>\n"
      "{}"
      "</body>\n"
      "</html>\n",
      tag_of(document.language), document.title, icons(document.installation),
      colors ? stylesheet(colors->address) : Html(), document.head,
      document.body_class.empty() ? Html() : html::format(" class=\"{}\"", document.body_class),
      document.body);
}

std::string_view icon_address(const core::Installation& installation) {
  return installation.logo ? std::string_view(installation.logo->address) : html::kFavicon;
}

Html icon(const core::Installation& installation, int pixels) {
  const std::string side = std::to_string(pixels);
  return html::format("<img class=\"icon\" src=\"{}\" alt=\"\" width=\"{}\" height=\"{}\">",
                      icon_address(installation), side, side);
}

Html footer_links(const core::Installation& installation) {
  Html links;
  for (const core::FooterLink& link : installation.footer_links)
    links += html::format("<a href=\"{}\">{}</a>\n", link.address, link.label);
  return links;
}

Html private_page_meta() {
  return html::format(
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<meta name=\"robots\" content=\"noindex\">\n");
}

Html theme_script(bool has_chosen_theme) {
  return html::format("<script src=\"{}\"{}></script>\n", html::kThemeScript,
                      has_chosen_theme ? Html() : Html(" defer"));
}

Html stylesheet(std::string_view path) {
  return html::format("<link rel=\"stylesheet\" href=\"{}\">\n", path);
}

Html skip_link(html::Language language) {
  return html::format("<a class=\"skip-link\" href=\"#main\">{}</a>\n",
                      html::format(language, "Skip to content"));
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
  // A frame looks like the page around it.
  if (layout.presentation != Presentation::embedded)
    head += theme_script(layout.presentation == Presentation::whole_page);
  head += stylesheet(html::kStylesheet);
  head += layout.head;
  return head;
}

Html footer(const core::Installation& installation) {
  if (installation.name.empty()) return {};
  return html::format("<footer class=\"page-footer\">{}{}\n{}</footer>\n", icon(installation, 16),
                      html::format("<span dir=\"auto\">{}</span>", installation.name),
                      footer_links(installation));
}

Html whole_page(const Layout& layout) {
  return html::format(
      "{}"
      "<main id=\"main\" tabindex=\"-1\">\n"
      "{}"
      "</main>\n"
      "{}",
      skip_link(layout.language), layout.main, footer(layout.installation));
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
  return document({layout.installation, layout.title, head(layout), body_class,
                   is_embedded ? content_alone(layout) : whole_page(layout), layout.language});
}

}  // namespace pages
