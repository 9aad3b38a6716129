// The page at the root of the host: what this is, and the ways on.
#pragma once

#include <string_view>

#include "html/html.h"

namespace pages {

html::Html front_page();

// Where the icon of all pages is.
std::string_view favicon_path();

}  // namespace pages
