// QR codes in a terminal.
#pragma once

#include <string>

namespace client {

// The QR code of a text, two rows of modules to a line of half blocks. `has_colors`: dark on light
// whatever the terminal's colours are; otherwise drawn for light text on dark. Throws
// std::runtime_error if the text is too long.
std::string qr_code(const std::string& text, bool has_colors);

}  // namespace client
