// The ids of a document's headings, generated from their text as GitHub does.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace templates {

// Keeps letters (in lower case), digits, marks, hyphens and underscores, turns spaces into hyphens
// and drops everything else. Only the beginning of a very long heading is used.
std::string heading_slug(std::string_view heading);

// Assigns ids to the headings of one document; not thread-safe.
class HeadingIds {
 public:
  // "h-" and the slug, so that an id never equals that of another element of the page. Duplicates
  // get -1, -2 and so on. n log n for n headings, however they are chosen.
  std::string next(std::string_view heading);

  // The id "h-" and `wanted`; empty if it is given already.
  std::string take(std::string_view wanted);

 private:
  std::map<std::string, int> given_;  // and the last suffix used for each
};

}  // namespace templates
