// What only people write who write Markdown.
#pragma once

#include <string_view>

namespace client {

// Whether the text has a heading, a list, a fence, a quote, a link, an image, a table, a block of
// HTML, or emphasis in a paragraph.
bool has_markdown_signs(std::string_view text);

}  // namespace client
