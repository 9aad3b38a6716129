// The first heading of a Markdown document, by which an artifact without a title is listed.
#pragma once

#include <string>
#include <string_view>

namespace templates {

// As plain text in one line, of the length that titles have at most; empty if there is none near
// the document's beginning.
std::string first_heading(std::string_view source);

}  // namespace templates
