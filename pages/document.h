// The HTML document of every page.
#pragma once

#include <string_view>

#include "html/html.h"

namespace pages {

struct Document {
  std::string_view title;
  html::Html head;  // further elements of <head>, including the stylesheets
  std::string_view body_class;
  html::Html body;
};

html::Html document(const Document& document);

// For <head>: the page follows the system's light or dark scheme, and search engines do not index
// it.
html::Html private_page_meta();

// <link rel="stylesheet">
html::Html stylesheet(std::string_view path);

// A skip link, first in <body>, to the element with the id `main`.
html::Html skip_link();

}  // namespace pages
