// FrontMatter: the properties that a Markdown document begins with, in YAML between two lines
// `---`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "html/html.h"

namespace templates {

class FrontMatter {
 public:
  // Finds the properties at the beginning of `source`, which must outlive it. There are none if the
  // lines between are not properties.
  explicit FrontMatter(std::string_view source);

  // The length of all of it in the source; 0 if there is none.
  std::size_t size() const { return size_; }

  // The language that they say the document is in (`lang` or `language`), as a tag (RFC 5646);
  // empty if they do not.
  std::string language() const;

  // A list of names and values. A value is shown as it is written, without its quotes.
  html::Html html() const;

 private:
  struct Property {
    std::string_view name;
    std::string value;
  };
  bool add(std::string_view line);

  std::size_t size_ = 0;
  std::vector<Property> properties_;
};

}  // namespace templates
