// The front page of the host: a short description and links.
#pragma once

#include <string_view>

#include "html/html.h"

namespace pages {

html::Html front_page();

// The path of the icon of all pages.
std::string_view favicon_path();

}  // namespace pages
