// Marks of the elements that Markdown made, in the markup that is parsed together with the HTML of
// a document. A mark says which part of the markup the element is, so it is copied from there.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace templates {

// The name of the attribute that marks them: a character for private use. The tags of documents
// keep no attribute of that name (element.h).
inline constexpr std::string_view kOwnMark = "\U000f5a1e";

// Where the element's tag is in the markup, or all of the element if it has no HTML of the document
// in it.
struct OwnPart {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool is_whole = false;
};

// The attribute as it is written behind the name of a tag.
std::string own_attribute(const OwnPart& part);
// Its value.
OwnPart read_own_part(std::string_view value);

}  // namespace templates
