// QR codes (ISO/IEC 18004), drawn as SVG in the page: nothing is loaded for them.
#pragma once

#include <string>

#include "html/html.h"

namespace pages::dashboard {

// Dark on light whatever the page's colours, as scanners want it. Nothing if the text is too long
// for a code. Throws std::runtime_error if there is no memory.
html::Html qr_code(const std::string& text);

}  // namespace pages::dashboard
