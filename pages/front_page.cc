#include "pages/front_page.h"

#include "html/assets.h"
#include "pages/layout.h"

namespace pages {

using html::Html;

std::string_view favicon_path() { return html::kFavicon; }

Html front_page() {
  Html main = html::format(
      "<section class=\"front-page\">\n"
      "<img src=\"{}\" alt=\"\" width=\"56\" height=\"56\">\n"
      "<h1>Artifact Share</h1>\n"
      "<p>Share Markdown, charts, tables and PDFs with a link.</p>\n"
      "<nav aria-label=\"Main\">\n"
      "<a class=\"button\" href=\"/dashboard\">Dashboard</a>\n"
      "<a class=\"button\" href=\"/docs\">API reference</a>\n"
      "</nav>\n"
      "</section>\n",
      html::kFavicon);
  return lay_out({"Artifact Share", {}, std::move(main), "notice front"});
}

}  // namespace pages
