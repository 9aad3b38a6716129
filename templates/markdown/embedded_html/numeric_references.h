// Numeric character references of HTML: &#65; and &#x41;
#pragma once

#include <string>

namespace templates {

// Replaces the numbers beyond U+10FFFF by the first of them, with as many digits. HTML has U+FFFD
// for all of these. Gumbo computes the number in an int, which overflows, and writes bytes that are
// no UTF-8 for a negative one.
void bound_numeric_references(std::string& html);

}  // namespace templates
