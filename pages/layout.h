// What all pages have in common.
#pragma once

#include <string_view>

#include "html/html.h"
#include "pages/presentation.h"

namespace pages {

struct Layout {
  std::string_view title;
  Html head;  // further elements for <head>
  Html main;  // inside <main>
  std::string_view body_class;
  Presentation presentation = Presentation::whole_page;
  // Whether the page has a form whose receiver looks at Origin, which browsers leave out where
  // nothing of the referrer may be told. Such a page tells its host's name, and never the address.
  bool sends_form = false;
};

Html lay_out(const Layout& layout);

}  // namespace pages
