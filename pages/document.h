// The HTML document around every page.
#pragma once

#include <string_view>

#include "html/html.h"

namespace pages {

struct Document {
  std::string_view title;
  html::Html head;  // further elements of <head>, the stylesheets among them
  std::string_view body_class;
  html::Html body;
};

html::Html document(const Document& document);

// For <head>: pages that follow the system's light or dark scheme, and that search engines leave
// out.
html::Html private_page_meta();

// <link rel="stylesheet">
html::Html stylesheet(std::string_view path);

// A link for keyboards, first in <body>, to the element with the id `main`.
html::Html skip_link();

}  // namespace pages
