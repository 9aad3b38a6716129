// The oracle for pages: whether markup that was made of untrusted content is safe and well-formed.
//
// Stricter than a browser: what the service writes has one syntax (lower-case elements, quoted
// attributes, balanced tags), so anything else in it came from the content.
#pragma once

#include <string_view>

namespace fuzz {

// Ends the process if the markup has an element or an attribute that can run a script, a URL with
// another scheme than those that are allowed, or tags that are not balanced.
void require_safe_markup(std::string_view markup);

}  // namespace fuzz
