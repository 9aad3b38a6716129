// Links of a Markdown document.
#pragma once

#include <optional>
#include <string_view>

#include "html/html.h"

namespace templates {

// The beginning of a link's tag, up to where it may have further attributes. Links within the
// document lead to its headings; one that is relative leads nowhere, as the document has been taken
// from its place, and says so. Nothing if the address is not allowed (html/url.h).
std::optional<html::Html> link_tag(std::string_view address, std::string_view title);

}  // namespace templates
