// QR codes (ISO/IEC 18004) as inline SVG.
#pragma once

#include <string>

#include "html/html.h"

namespace pages::dashboard {

// Dark on light whatever the page's colour scheme, as scanners require it. Empty if the text is too
// long for a QR code. Throws std::runtime_error if there is no memory.
html::Html qr_code(const std::string& text);

}  // namespace pages::dashboard
