// The layout of share pages and of the messages shown instead of one.
#pragma once

#include <string_view>

#include "html/html.h"
#include "pages/presentation.h"

namespace pages {

struct Layout {
  std::string_view title;
  html::Html head;  // further elements for <head>
  html::Html main;  // inside <main>
  std::string_view body_class;
  Presentation presentation = Presentation::whole_page;
  // Whether the page has a form whose endpoint checks Origin, which browsers omit under the policy
  // no-referrer. Such a page discloses its origin, and never its path.
  bool sends_form = false;
};

html::Html lay_out(const Layout& layout);

}  // namespace pages
