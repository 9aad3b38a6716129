// The ids of a document's headings, as GitHub makes them of their text.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

namespace templates {

// Letters (in lower case), digits, marks, hyphens and underscores stay, spaces become hyphens, all
// else goes. Of a very long heading only the beginning counts.
std::string heading_slug(std::string_view heading);

// Gives the headings of one document their ids; not for use from several threads at once.
class HeadingIds {
 public:
  // "h-" and the slug, so that no heading can be mistaken for an element of the page's own. What
  // would be there already gets -1, -2 and so on. Linear in all headings together.
  std::string next(std::string_view heading);

 private:
  std::unordered_map<std::string, int> given_;  // and the last number put behind each
};

}  // namespace templates
