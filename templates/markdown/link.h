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

// Whether `text` is the address of its link, as far as it tells readers of paper where that leads.
bool is_address(std::string_view text, std::string_view address);

// The class of a link that needs no address on paper: its text is the address, or a picture.
inline constexpr html::Literal kBareLink = " class=\"bare\"";

}  // namespace templates
