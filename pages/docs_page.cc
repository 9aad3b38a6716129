#include "pages/docs_page.h"

#include <utility>

#include "html/assets.h"
#include "pages/document.h"

namespace pages {

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

}  // namespace pages
