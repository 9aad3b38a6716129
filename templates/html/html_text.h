// HtmlText: what an HTML document says, for programs, searches and pictures: its title, and its
// text in Markdown. Takes linear time, and understands any input.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace templates {

struct HtmlText {
  std::string title;     // of its title element, or else its first heading; without line breaks
  std::string markdown;  // headings, paragraphs, lists, tables, code and links
};

// Reads until the Markdown has at least `most` bytes. Throws core::CpuLimit::UsedUp.
HtmlText read_html_text(std::string_view html, std::size_t most = std::string_view::npos);

// An address that a document loads, which a page does not load.
struct LoadedAddress {
  std::string address;
  std::string_view advice;  // continues a sentence about it: "put the script into the page"
};

// Each once, in order, as far as tags, styles and scripts name them. Throws
// core::CpuLimit::UsedUp.
std::vector<LoadedAddress> loaded_addresses(std::string_view html);

}  // namespace templates
