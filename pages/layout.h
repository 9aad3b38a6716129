// What all pages have in common.
#pragma once

#include <string_view>

#include "pages/html.h"
#include "pages/presentation.h"

namespace pages {

struct Layout {
  std::string_view title;
  Html head;  // further elements for <head>
  Html main;  // inside <main>
  std::string_view body_class;
  Presentation presentation = Presentation::whole_page;
};

Html lay_out(const Layout& layout);

}  // namespace pages
