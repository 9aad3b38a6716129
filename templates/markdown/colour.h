// Colours in the code of a Markdown document, as on GitHub: `#0b5bd3` is shown with the colour.
#pragma once

#include <string_view>

#include "html/html.h"

namespace templates {

// A small field of the colour that `code` is: #rrggbb, rgb(…) or hsl(…). Empty if it is none.
html::Html colour_chip(std::string_view code);

}  // namespace templates
