#include "pages/site_pages.h"

#include <string>
#include <utility>

#include "html/html.h"
#include "pages/document.h"
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

using html::Html;

Html docs_page(std::string_view base_url) {
  // The reference without the base URL, which stands between each two of these.
  static constexpr html::Literal kParts[] = {
#include "pages/reference.inc"
  };
  Html reference = skip_link();
  for (const html::Literal& part : kParts) {
    if (&part != kParts) reference.append_text(base_url);
    reference += part;
  }
  Html head = stylesheet(html::kStylesheet);
  head += stylesheet(html::kDocsStylesheet);
  head += html::format(
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<script src=\"{}\" defer></script>\n"
      "<script src=\"{}\" defer></script>\n",
      html::kPageScript, html::kDocsScript);
  return document({"Artifact Share API", std::move(head), "docs", std::move(reference)});
}

std::string openapi_document(std::string_view base_url) {
  // The document without its base URL, which stands between each two of these.
  static constexpr std::string_view kParts[] = {
#include "pages/openapi_document.inc"
  };
  std::size_t size = 0;
  for (const std::string_view part : kParts) size += part.size() + base_url.size();
  std::string document;
  document.reserve(size);
  for (const std::string_view& part : kParts) {
    if (&part != kParts) document += base_url;
    document += part;
  }
  return document;
}

}  // namespace pages
