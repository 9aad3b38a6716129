// Headings: their anchors, the first one, and the contents.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "html/html.h"
#include "templates/rendered_content.h"

namespace templates {

// The ids of a document's headings, generated from their text as GitHub does.

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

// The first heading of a Markdown document, by which an artifact without a title is listed.

// As plain text in one line, of the length that titles have at most; empty if there is none near
// the document's beginning.
std::string first_heading(std::string_view source);

// The table of contents of a document.

// A navigation with links to the headings, of up to three levels and 200 entries; the deeper ones
// are left out first. Levels that the document leaves out do not count. Empty for fewer than four
// headings.
html::Html table_of_contents(std::span<const Heading> headings,
                             html::Language language = html::Language::english);

}  // namespace templates
