// Numbers in readable form.
#pragma once

#include <string>
#include <string_view>

#include "html/html.h"

namespace html {

// Groups the digits before the decimal point: 1234567.891 becomes 1,234,567.891. Only what binary
// arithmetic adds is left out: 0.30000000000000004 is 0.3. A number with an exponent, and other
// text, is unchanged.
std::string readable_number(std::string_view number);

// The shortest text that represents exactly this number; with an exponent only below 1e-6 and from
// 1e21.
std::string exact_number(double number);

// <data value="1234567.891">1,234,567.891</data>, or the plain number where both are the same.
Html number_html(std::string_view number);

}  // namespace html
