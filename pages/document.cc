#include "pages/document.h"

#include <string>

#include "html/html.h"
#include "pages/document.html.h"

namespace pages {

using html::Html;

namespace {

// The service's own also as PNG, which not every program that shows an icon can do without.
Html icons(const core::Installation& installation) {
  if (const auto& logo = installation.logo)
    return document_html::logo({.address = logo->address, .media_type = logo->media_type});
  return document_html::icons(
      {.icon = html::kIcon, .favicon = html::kFavicon, .touch_icon = html::kTouchIcon});
}

}  // namespace

Html document(const HtmlDocument& document) {
  const auto& colors = document.installation.stylesheet;
  return document_html::document(
      {.language = tag_of(document.language),
       .title = document.title,
       .icons = icons(document.installation),
       .colours = colors ? stylesheet(colors->address) : Html(),
       .head = document.head,
       .body_class = document.body_class.empty()
                         ? Html()
                         : html::format(" class=\"{}\"", document.body_class),
       .body = document.body});
}

std::string_view icon_address(const core::Installation& installation) {
  return installation.logo ? std::string_view(installation.logo->address) : html::kFavicon;
}

Html icon(const core::Installation& installation, int pixels) {
  const std::string side = std::to_string(pixels);
  return document_html::icon({.icon_address = icon_address(installation), .side = side});
}

Html footer_links(const core::Installation& installation) {
  Html links;
  for (const core::FooterLink& link : installation.footer_links)
    links += document_html::footer_link({.address = link.address, .label = link.label});
  return links;
}

Html private_page_meta() { return document_html::private_page(); }

Html theme_script(bool has_chosen_theme) {
  return document_html::theme_script(
      {.script = html::kThemeScript, .defer = has_chosen_theme ? Html() : Html(" defer")});
}

Html stylesheet(std::string_view path) { return document_html::stylesheet({path}); }

Html skip_link(html::Language language) {
  return document_html::skip_link({html::format(language, "Skip to content")});
}

namespace {

using html::Html;

Html head(const Layout& layout) {
  Html head = private_page_meta();
  head += document_html::head({layout.sends_form ? "strict-origin" : "no-referrer"});
  // A frame looks like the page around it.
  if (layout.presentation != Presentation::embedded)
    head += theme_script(layout.presentation == Presentation::whole_page);
  head += stylesheet(html::kStylesheet);
  head += layout.head;
  return head;
}

Html footer(const core::Installation& installation, bool has_sender) {
  Html content;
  if (!has_sender && !installation.name.empty())
    content += document_html::brand({.icon = icon(installation, 16), .name = installation.name});
  content += footer_links(installation);
  return content.empty() ? Html() : document_html::footer({content});
}

Html whole_page(const Layout& layout) {
  return document_html::whole_page({.skip_link = skip_link(layout.language),
                                    .main = layout.main,
                                    .footer = footer(layout.installation, layout.has_sender)});
}

Html content_alone(const Layout& layout) {
  return document_html::content_alone({.main = layout.main, .script = html::kEmbeddedScript});
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
