#include "pages/front_page.h"

#include <string>

#include "html/assets.h"
#include "pages/layout.h"
#include "templates/registry.h"

namespace pages {

using html::Html;

namespace {

// "Markdown, charts and tables"
std::string templates_in_words() {
  const auto& all = templates::all_templates();
  std::string words;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i > 0) words += i + 1 == all.size() ? " and " : ", ";
    words += all[i]->plural;
  }
  return words;
}

}  // namespace

std::string_view favicon_path() { return html::kFavicon; }

Html front_page() {
  Html main = html::format(
      "<section class=\"front-page\">\n"
      "<img src=\"{}\" alt=\"\" width=\"56\" height=\"56\">\n"
      "<h1>Artifact Share</h1>\n"
      "<p>Share {} with a link.</p>\n"
      "<nav aria-label=\"Main\">\n"
      "<a class=\"button\" href=\"/dashboard\">Dashboard</a>\n"
      "<a class=\"button\" href=\"/docs\">API reference</a>\n"
      "</nav>\n"
      "</section>\n",
      html::kFavicon, templates_in_words());
  return lay_out({"Artifact Share", {}, std::move(main), "notice front"});
}

}  // namespace pages
