// Numbers as people read them.
#pragma once

#include <string>
#include <string_view>

#include "html/html.h"

namespace html {

// The digits before the point in groups of three: 1234567.891 becomes 1,234,567.891. No digit is
// lost or added. A number with an exponent, and a text that is no number, stay as they are.
std::string readable_number(std::string_view number);

// The shortest text that means exactly this number.
std::string exact_number(double number);

// <data value="1234567.891">1,234,567.891</data>, or the plain number where both are the same.
Html number_html(std::string_view number);

}  // namespace html
