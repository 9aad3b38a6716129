#include "templates/markdown/link.h"

#include "core/text/ascii.h"
#include "core/text/split.h"
#include "html/url.h"

namespace templates {

using html::Html;

namespace {

std::string_view without_scheme(std::string_view address) {
  for (const std::string_view scheme : {"https://", "http://", "mailto:"})
    if (core::starts_with_ignoring_case(address, scheme)) address.remove_prefix(scheme.size());
  return core::trim(address, "/ ");
}

}  // namespace

bool is_address(std::string_view text, std::string_view address) {
  return without_scheme(text) == without_scheme(address);
}

std::optional<Html> link_tag(std::string_view address, std::string_view title) {
  const auto url = html::safe_link_url(address);
  if (!url) return std::nullopt;
  if (html::is_relative_url(*url)) {
    return html::format(
        "<a role=\"link\" aria-disabled=\"true\" title=\"{} is not part of this page\"", *url);
  }
  // Ids of a document have a prefix, so that they never equal that of another element of the page.
  Html tag = url->starts_with('#') && url->size() > 1
                 ? html::format("<a href=\"#h-{}\"", std::string_view(*url).substr(1))
                 : html::format("<a href=\"{}\" rel=\"noopener noreferrer nofollow ugc\"", *url);
  if (!title.empty()) tag += html::format(" title=\"{}\"", title);
  return tag;
}

}  // namespace templates
