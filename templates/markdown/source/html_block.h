// The blocks of HTML in a Markdown source (CommonMark, 4.6).
#pragma once

#include <cstdint>
#include <string_view>

namespace templates {

enum class HtmlBlock : std::uint8_t {
  none,
  verbatim,  // <pre>, <script>, <style>
  comment,
  instruction,
  declaration,
  cdata,
  element,  // ends at a blank line
};

// The block that begins with `line`, which is without indentation. `is_below_text`: in a paragraph,
// which not every element ends.
HtmlBlock html_block_at(std::string_view line, bool is_below_text);

// Whether `line`, which is not blank, is the last one of such a block.
bool ends_html_block(HtmlBlock block, std::string_view line);

}  // namespace templates
