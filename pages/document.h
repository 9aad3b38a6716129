// The HTML document of every page.
#pragma once

#include <string_view>

#include "core/installation.h"
#include "html/html.h"
#include "html/message.h"

namespace pages {

struct HtmlDocument {
  const core::Installation& installation;
  std::string_view title;
  html::Html head;  // further elements of <head>, including the stylesheets
  std::string_view body_class;
  html::Html body;
  html::Language language = html::Language::english;
};

html::Html document(const HtmlDocument& document);

// The icon of the installation, so many pixels wide and high at most.
html::Html icon(const core::Installation& installation, int pixels);
std::string_view icon_address(const core::Installation& installation);

// The links that the operator has put below pages, such as an imprint; empty if there are none.
html::Html footer_links(const core::Installation& installation);

// For <head>: the page follows the system's light or dark scheme, and search engines do not index
// it.
html::Html private_page_meta();

// For <head>: the page has the theme that the reader has chosen on share pages. A chosen one, or
// one that may have been chosen, delays the first paint, so that the page is painted once.
html::Html theme_script(bool has_chosen_theme);

// <link rel="stylesheet">
html::Html stylesheet(std::string_view path);

// A skip link, first in <body>, to the element with the id `main`.
html::Html skip_link(html::Language language = html::Language::english);

// Presentation: a full page, one whose reader has chosen no theme, or the content alone for a frame
// on another site (?embed=1).

enum class Presentation { whole_page, page_of_system_theme, embedded };

// The layout of share pages and of the messages shown instead of one.

struct Layout {
  // Without a name, the page has no footer.
  const core::Installation& installation;
  std::string_view title;
  html::Html head;  // further elements for <head>
  html::Html main;  // inside <main>
  std::string_view body_class;
  Presentation presentation = Presentation::whole_page;
  // Whether the page has a form whose endpoint checks Origin, which browsers omit under the policy
  // no-referrer. Such a page discloses its origin, and never its path.
  bool sends_form = false;
  html::Language language = html::Language::english;
  bool has_sender = false;  // who has the place of the service's name
};

html::Html lay_out(const Layout& layout);

}  // namespace pages
